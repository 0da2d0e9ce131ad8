import { type DeviceAccess, deviceAccesses } from '#shared/play/game-features.ts';
import type { BuildWarning } from '#shared/versions/versions.ts';
import { containsText, type PlacedFile, readText } from './placed.ts';
import type { UnityPart } from './unity/build.ts';

/** Evidence that a build requests a device from its players. */
export interface DeviceUse {
  device: DeviceAccess;
  /** The requesting code, as the owner knows it. */
  by: string;
}

interface Build {
  files: readonly PlacedFile[];
  parts: readonly UnityPart[];
  /** The names in Unity's managed code after stripping; null if they cannot be read. */
  metadata: PlacedFile | null;
}

const maxScripts = 100;
const maxScriptBytes = 8 * 1024 * 1024;
const maxMediaCalls = 50;

/** Internal calls of Unity's classes. Code stripping keeps each only if its class is used. */
const unityCalls = [
  { device: 'camera', call: 'Internal_CreateWebCamTexture', by: 'Unity’s WebCamTexture' },
  { device: 'microphone', call: 'GetMicrophoneDeviceIDFromName', by: 'Unity’s Microphone' },
] as const;

const scriptCalls: readonly (readonly [DeviceAccess, RegExp])[] = [
  ['camera', /["']camera-access["']/],
  ['geolocation', /\bgeolocation\s{0,9}\.\s{0,9}(?:getCurrentPosition|watchPosition)\s{0,9}\(/],
  ['midi', /\brequestMIDIAccess\s{0,9}\(/],
  ['bluetooth', /\bbluetooth\s{0,9}\.\s{0,9}request(?:Device|LEScan)\s{0,9}\(/],
  ['usb', /\busb\s{0,9}\.\s{0,9}requestDevice\s{0,9}\(/],
  ['serial', /\bserial\s{0,9}\.\s{0,9}requestPort\s{0,9}\(/],
  ['hid', /\bhid\s{0,9}\.\s{0,9}requestDevice\s{0,9}\(/],
  ['clipboard-read', /\bclipboard\s{0,9}\.\s{0,9}read(?:Text)?\s{0,9}\(/],
];

/** A call with its arguments. `navigator.getUserMedia`, which old Emscripten glue always mentions, is none. */
const mediaCall = /\bmediaDevices\s{0,9}\.\s{0,9}getUserMedia\s{0,9}\(([^)]{0,300})/g;

/**
 * The devices that a build requests, each once. A framework contains unused glue, so Unity's own classes are judged
 * by the managed code, and the framework only by the game's plugins.
 */
export async function findDeviceUse(build: Build): Promise<DeviceUse[]> {
  const uses = new Map<DeviceAccess, string>();
  const add = (device: DeviceAccess, by: string) => {
    if (!uses.has(device)) uses.set(device, by);
  };
  const { metadata } = build;
  for (const { device, call, by } of metadata ? unityCalls : [])
    if (metadata && (await containsText(metadata, [`\0${call}\0`]))) add(device, by);
  for (const script of scriptsOf(build)) {
    const text = await readText(script, maxScriptBytes);
    for (const device of askedForIn(text, metadata !== null)) add(device, script.path);
  }
  return deviceAccesses.flatMap((device) => {
    const by = uses.get(device);
    return by === undefined ? [] : [{ device, by }];
  });
}

function scriptsOf({ files, parts }: Build): PlacedFile[] {
  const isPart = new Set(parts.map(({ file }) => file));
  const frameworks = parts.filter(({ role }) => role === 'framework').map(({ file }) => file);
  const others = files.filter((file) => !isPart.has(file) && /\.(?:m?js|html?)$/i.test(file.path));
  return [...frameworks, ...others].slice(0, maxScripts);
}

/** @param knowsUnity whether the managed code has shown the used Unity classes */
function askedForIn(text: string, knowsUnity: boolean): DeviceAccess[] {
  // Godot exports always contain the same glue.
  if (/\bGodotRuntime\b/.test(text)) return [];
  const called = scriptCalls.filter(([, pattern]) => pattern.test(text)).map(([device]) => device);
  const media: string[] = [];
  let count = 0;
  for (const { index, 1: constraints = '' } of text.matchAll(mediaCall)) {
    count += 1;
    if (count > maxMediaCalls) break;
    if (!(knowsUnity && isUnityGlue(text, index))) media.push(constraints.trimStart());
  }
  const literals = media.filter((each) => each.startsWith('{'));
  // Constraints in a variable are searched in the whole script.
  const others = literals.length < media.length ? [text] : [];
  return [...called, ...[...literals, ...others].flatMap(mediaOf)];
}

/** Whether a position in a framework is in one of Unity's own functions, such as `_JS_WebCamVideo_Start`. */
function isUnityGlue(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 8_192), index);
  return [...before.matchAll(/\bfunction (_\w{1,99})\s?\(/g)].at(-1)?.[1]?.startsWith('_JS_') ?? false;
}

/** If neither is found, both are possible. */
function mediaOf(constraints: string): DeviceAccess[] {
  const found: DeviceAccess[] = [];
  if (/\bvideo["']?\s{0,9}:\s{0,9}(?!false\b|!1|\s)/.test(constraints)) found.push('camera');
  if (/\baudio["']?\s{0,9}:\s{0,9}(?!false\b|!1|\s)/.test(constraints)) found.push('microphone');
  return found.length > 0 ? found : ['camera', 'microphone'];
}

/** The device for owners, and its switch in the player settings. */
const wording: Record<DeviceAccess, [what: string, name: string]> = {
  camera: ['the camera', 'Camera'],
  microphone: ['the microphone', 'Microphone'],
  geolocation: ['their location', 'Location'],
  midi: ['MIDI devices', 'MIDI devices'],
  bluetooth: ['Bluetooth devices', 'Bluetooth devices'],
  usb: ['USB devices', 'USB devices'],
  serial: ['serial ports', 'Serial ports'],
  hid: ['HID devices', 'HID devices'],
  'clipboard-read': ['what is in their clipboard', 'Reading the clipboard'],
};

export function warningOf({ device, by }: DeviceUse): BuildWarning {
  const [what, name] = wording[device];
  return {
    code: 'device_use',
    message: `This build asks players for ${what} (${by}). Browsers refuse that until you switch on “${name}” under Player Settings on the update page.`,
  };
}
