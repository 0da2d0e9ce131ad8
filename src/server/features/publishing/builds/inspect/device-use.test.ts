import { describe, expect, test } from 'vitest';
import { realBuild } from '#fixtures/real-build.ts';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { inspectTree } from './inspect.ts';
import { cpuMilliseconds } from './testing.ts';

/** The devices that a build's code requests, ignoring glue code. */

const report = async (entries: readonly FixtureEntry[]) => (await inspectTree(makeTree(entries))).report;
const used = async (entries: readonly FixtureEntry[]) => (await report(entries)).deviceUse;
const web = (script: string): FixtureEntry[] => [
  { name: 'index.html', data: '<!doctype html><script src="game.js"></script>' },
  { name: 'game.js', data: script },
];

/** As linked by Unity and Emscripten into every game. */
const glue = `
var getMedia=navigator.getUserMedia||navigator.webkitGetUserMedia;
var Browser={getUserMedia:(function(func){window.getUserMedia(func)})};
function _JS_WebCamVideo_Start(id){navigator.mediaDevices.getUserMedia({audio:false,video:{deviceId:id}}).then(function(stream){})}
`;

describe('a Unity build', () => {
  test('uses no device by glue code alone', async () => {
    expect(await used(await makeInstanceBuild({ glue }))).toEqual([]);
  });

  test('uses the devices of its plugins, and no camera', {
    timeout: 60_000,
  }, async () => {
    expect(await used(await realBuild('plain'))).toEqual(['clipboard-read']);
  });

  test('uses the devices of its managed code', async () => {
    const camera = { glue, managedNames: ['WebCamTexture', 'Internal_CreateWebCamTexture'] };
    expect(await used(await makeInstanceBuild(camera))).toEqual(['camera']);
    const both = { managedNames: ['Internal_CreateWebCamTexture', 'GetMicrophoneDeviceIDFromName'] };
    expect(await used(await makeInstanceBuild({ ...both, compression: 'brotli' }))).toEqual([
      'camera',
      'microphone',
    ]);
    // A game may use the same name for its own function.
    expect(await used(await makeInstanceBuild({ managedNames: ['Microphone', 'WebCamTexture'] }))).toEqual(
      [],
    );
  });

  test('uses the devices of plugins in its framework', async () => {
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

  test('is searched in its pages and modules, too', async () => {
    const page = {
      name: 'index.html',
      data: '<!doctype html><script>navigator.requestMIDIAccess()</script>',
    };
    const module = { name: 'js/place.mjs', data: 'navigator.geolocation.getCurrentPosition(go)' };
    expect(await used([page, module])).toEqual(['geolocation', 'midi']);
  });

  test('is reported to the owner with the name of the setting', async () => {
    const { warnings } = await report(web('navigator.mediaDevices.getUserMedia({ video: true })'));
    expect(warnings).toEqual([
      {
        code: 'device_use',
        message:
          'This build asks players for the camera (game.js). Browsers refuse that until you switch on “Camera” under Player Settings on the update page.',
      },
    ]);
  });

  test('is searched in bounded time', async () => {
    const calls = 'mediaDevices.getUserMedia(x '.repeat(250_000);
    expect(await cpuMilliseconds(() => used(web(calls)))).toBeLessThan(5_000);
  });
});
