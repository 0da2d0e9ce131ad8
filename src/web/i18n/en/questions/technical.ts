import type { Category } from '../../question.ts';

export const technical: Category = {
  slug: 'technical-support',
  title: 'Technical Support',
  questions: [
    {
      slug: 'does-not-start',
      question: 'A game does not start. What can I do?',
      answer: [
        'Use a current version of Chrome, Edge, Firefox or Safari with hardware acceleration. Then try Play in New Tab: some browsers block storage inside frames.',
        'If it is your own, read the Build report on its play page. It lists what Flux found in the build and what is missing.',
      ],
    },
    {
      slug: 'upload-refused',
      question: 'Why was my build refused?',
      answer: [
        'The message says what Flux looked for and what it found. Common reasons: the zip contains neither an index.html nor the parts of a Unity build, for example because you zipped the project instead of the build; the file is larger than {maxUpload}; or the zip is damaged. Build again, zip the output folder, and try again.',
      ],
    },
    {
      slug: 'loading-time',
      question: 'Why does the first visit take longer than the next?',
      answer: [
        'The first visit downloads the whole build. The browser caches the files, so later visits download little or nothing, and a new version only the changed files. Your builds load fastest with Brotli or gzip and without assets that the first scene does not need.',
      ],
    },
    {
      slug: 'saves',
      question: 'Where are my saved games?',
      answer: [
        'In your browser, at the application’s own address. Saves stay after new versions and theme changes. They do not move to another browser or device. They are lost when you clear your browser data or play in a private window.',
        'Safari and browsers on iPhones and iPads do not keep saves inside the play page, and other browsers may block storage there. If saves get lost, use Play in New Tab.',
      ],
      when: ['own-origin'],
    },
    {
      slug: 'saves',
      question: 'Where are my saved games?',
      answer: [
        'This server has only one host name, so games run in a sandbox without storage: saves are lost when you leave the page.',
      ],
      when: ['one-host'],
    },
    {
      slug: 'keyboard',
      question: 'The keyboard scrolls the page instead of moving my character.',
      answer: [
        'Click the game to control it with the keyboard, and click outside the game to use the page again. Fullscreen below the game also gives it the keyboard.',
      ],
    },
    {
      slug: 'camera',
      question: 'Why can a game not use my camera or microphone?',
      answer: [
        'A game can use camera, microphone, location, clipboard reading and connected devices only if its creator enables them in its Player Settings. Your browser then asks you first. Payments are always refused. Gamepads, fullscreen, sound, motion sensors and WebXR always work.',
      ],
    },
    {
      slug: 'safety',
      question: 'Is it safe to play other people’s applications?',
      answer: [
        'Each application is isolated from Flux: it cannot read your session or the data of other applications. Flux does not scan builds for malware, though. Do not give a game passwords or personal data that you would not give to a stranger, and report suspicious games.',
      ],
    },
    {
      slug: 'api',
      question: 'Can my build server publish automatically?',
      answer: ['Yes. Everything in the UI is available over the HTTP API. See the [API reference](/api).'],
    },
    {
      slug: 'support',
      question: 'How do I reach support?',
      answer: [
        'Write to [{supportEmail}](support:). You get a reply within 24 hours. Include the address of the page, your browser and what you expected to happen.',
      ],
    },
  ],
};
