import { namespace } from '../namespace.ts';

/** What a game may ask its players for, by the name of the browser's feature. */
export const deviceNames = namespace({
  camera: 'Camera',
  microphone: 'Microphone',
  geolocation: 'Location',
  midi: 'MIDI devices',
  bluetooth: 'Bluetooth devices',
  usb: 'USB devices',
  serial: 'Serial ports',
  hid: 'HID devices',
  'clipboard-read': 'Reading the clipboard',
});
