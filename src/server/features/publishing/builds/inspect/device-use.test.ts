import { describe, expect, test } from 'vitest';
import { realBuild } from '#fixtures/real-build.ts';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { inspectTree } from './inspect.ts';
import { cpuMilliseconds } from './testing.ts';

/** What a build asks its players for, as far as its code shows it, and nothing that is mere glue. */

const report = async (entries: readonly FixtureEntry[]) => (await inspectTree(makeTree(entries))).report;
const used = async (entries: readonly FixtureEntry[]) => (await report(entries)).deviceUse;
const web = (script: string): FixtureEntry[] => [
  { name: 'index.html', data: '<!doctype html><script src="game.js"></script>' },
  { name: 'game.js', data: script },
];

/** As Unity and Emscripten link it in, whatever a game does. */
const glue = `
var getMedia=navigator.getUserMedia||navigator.webkitGetUserMedia;
var Browser={getUserMedia:(function(func){window.getUserMedia(func)})};
function _JS_WebCamVideo_Start(id){navigator.mediaDevices.getUserMedia({audio:false,video:{deviceId:id}}).then(function(stream){})}
`;

describe('a Unity build', () => {
  test('asks for nothing by the glue alone', async () => {
    expect(await used(await makeInstanceBuild({ glue }))).toEqual([]);
  });

  test('asks in a real one for what a plugin of it reads, and for no camera', {
    timeout: 60_000,
  }, async () => {
    expect(await used(await realBuild('plain'))).toEqual(['clipboard-read']);
  });

  test('asks for what its managed code uses', async () => {
    const camera = { glue, managedNames: ['WebCamTexture', 'Internal_CreateWebCamTexture'] };
    expect(await used(await makeInstanceBuild(camera))).toEqual(['camera']);
    const both = { managedNames: ['Internal_CreateWebCamTexture', 'GetMicrophoneDeviceIDFromName'] };
    expect(await used(await makeInstanceBuild({ ...both, compression: 'brotli' }))).toEqual([
      'camera',
      'microphone',
    ]);
    // A game may call something of its own so.
    expect(await used(await makeInstanceBuild({ managedNames: ['Microphone', 'WebCamTexture'] }))).toEqual(
      [],
    );
  });

  test('asks for what a plugin in its framework asks for', async () => {
    const plugin = `${glue}function _StartVoice(){navigator.mediaDevices.getUserMedia({audio:!0,video:!1}).then(use)}
function _Pair(){return navigator.bluetooth.requestDevice({filters:[]})}`;
    expect(await used(await makeInstanceBuild({ glue: plugin, compression: 'gzip' }))).toEqual([
      'microphone',
      'bluetooth',
    ]);
    const session = `function _StartAR(){navigator.xr.requestSession('immersive-ar',{requiredFeatures:['camera-access']})}`;
    expect(await used(await makeInstanceBuild({ glue: session }))).toEqual(['camera']);
  });
});

describe('any other build', () => {
  test.each([
    ['navigator.mediaDevices.getUserMedia({ video: true })', ['camera']],
    ['navigator.mediaDevices.getUserMedia({ "audio": { echoCancellation: true } })', ['microphone']],
    ['const wish = { audio: true, video: false }; navigator.mediaDevices.getUserMedia(wish)', ['microphone']],
    ['navigator.mediaDevices.getUserMedia(wish())', ['camera', 'microphone']],
    ['navigator.geolocation.watchPosition(show)', ['geolocation']],
    ['navigator.requestMIDIAccess()', ['midi']],
    [
      'navigator.usb.requestDevice(f); navigator.serial.requestPort(); navigator.hid.requestDevice(f)',
      ['usb', 'serial', 'hid'],
    ],
    ['navigator.clipboard.readText()', ['clipboard-read']],
    ['if (navigator.mediaDevices && navigator.mediaDevices.getUserMedia) say("camera, audio: yes")', []],
    ['navigator.clipboard.writeText("score")', []],
    ['const GodotRuntime = {}; navigator.mediaDevices.getUserMedia({ audio: true })', []],
  ])('%s', async (script, expected) => {
    expect(await used(web(script))).toEqual(expected);
  });

  test('is read in its pages and modules, too', async () => {
    const page = {
      name: 'index.html',
      data: '<!doctype html><script>navigator.requestMIDIAccess()</script>',
    };
    const module = { name: 'js/place.mjs', data: 'navigator.geolocation.getCurrentPosition(go)' };
    expect(await used([page, module])).toEqual(['geolocation', 'midi']);
  });

  test('is told its owner in a warning that names the switch', async () => {
    const { warnings } = await report(web('navigator.mediaDevices.getUserMedia({ video: true })'));
    expect(warnings).toEqual([
      {
        code: 'device_use',
        message:
          'This build asks players for the camera (game.js). Browsers refuse that until you switch on “Camera” under Player Settings on the update page.',
      },
    ]);
  });

  test('is read in bounded time, whatever it repeats', async () => {
    const calls = 'mediaDevices.getUserMedia(x '.repeat(250_000);
    expect(await cpuMilliseconds(() => used(web(calls)))).toBeLessThan(5_000);
  });
});
