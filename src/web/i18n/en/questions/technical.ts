import type { Category } from '../../question.ts';

export const technical: Category = {
  slug: 'technical-support',
  title: 'Technical Support',
  questions: [
    {
      slug: 'does-not-start',
      question: 'A game does not start. What can I do?',
      answer: [
        'Use a current version of Chrome, Edge, Firefox or Safari, with hardware acceleration switched on. Then try Play in New Tab: a browser that blocks what frames keep may let the game run there.',
        'If it is your own, read the Build report on its play page. It says what was found in the build, and what is missing.',
      ],
    },
    {
      slug: 'upload-refused',
      question: 'Why was my build refused?',
      answer: [
        'The message says what was looked for and what was found. The common reasons: the zip holds neither an index.html nor the parts of a Unity build, as when the project was zipped in place of the build; the file is larger than {maxUpload}; or the zip is damaged. Make the build anew, zip the folder it is in, and try again.',
      ],
    },
    {
      slug: 'loading-time',
      question: 'Why does the first visit take longer than the next?',
      answer: [
        'The first one fetches the whole build. The browser keeps what it can, so a return visit fetches little or nothing, and a new version only the files that changed. Your own builds load fastest with Brotli or gzip and without what the first scene does not need.',
      ],
    },
    {
      slug: 'saves',
      question: 'Where are my saved games?',
      answer: [
        'In your browser, under an address that belongs to that application alone. They survive new versions and another theme. They do not move to another browser or device, and are gone when you clear the data of your browser or play in a private window.',
        'Safari, and browsers on iPhones and iPads, forget what a game saves inside the play page, and others may block storage there. If saves get lost, use Play in New Tab.',
      ],
      when: ['own-origin'],
    },
    {
      slug: 'saves',
      question: 'Where are my saved games?',
      answer: [
        'This Flux has one host name only, so games run sealed off in it and browsers keep nothing for them: saves end with the page.',
      ],
      when: ['one-host'],
    },
    {
      slug: 'keyboard',
      question: 'The keyboard scrolls the page instead of moving my character.',
      answer: [
        'Click into the game, and the keys are its own until you click beside it. Fullscreen below the game gives it the keyboard too.',
      ],
    },
    {
      slug: 'camera',
      question: 'Why can a game not use my camera or microphone?',
      answer: [
        'Because what is uploaded here is the code of people you may not know. Camera, microphone, location, reading the clipboard, USB and Bluetooth devices and payments are refused without a question. A window that a game opens may ask, in the name of the game’s own address, as any site may. Gamepads, fullscreen, sound, motion sensors and WebXR work.',
      ],
    },
    {
      slug: 'safety',
      question: 'Is it safe to play what others uploaded?',
      answer: [
        'Each application runs sealed off from Flux: it cannot read your session or what another application keeps. Flux does not look for malware in builds, though. Give a game no password and no personal data that you would not give to a stranger, and report what looks wrong.',
      ],
    },
    {
      slug: 'api',
      question: 'Can my build server publish by itself?',
      answer: ['Yes. Whatever the pages of Flux do, they do by an API that is [described here](/api).'],
    },
    {
      slug: 'support',
      question: 'How do I reach support?',
      answer: [
        'Write to [{supportEmail}](support:). You get a reply within 24 hours. Name the address of the page, your browser and what you expected to happen.',
      ],
    },
  ],
};
