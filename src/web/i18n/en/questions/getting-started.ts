import type { Category } from '../../question.ts';

export const gettingStarted: Category = {
  slug: 'getting-started',
  title: 'Getting Started',
  questions: [
    {
      slug: 'what-is-flux',
      question: 'What is Flux?',
      answer: [
        'Flux hosts applications that run in a browser, above all Unity builds for WebGL and WebXR. You upload a build, keep its versions, group your work in organizations and share a link. Anyone with the link can play, with nothing to install.',
      ],
    },
    {
      slug: 'account-to-play',
      question: 'Do I need an account to play?',
      answer: [
        'No. You can play the public applications on the [home page](/) and private ones by their share link without an account. You need an account to upload and to join an organization.',
      ],
    },
    {
      slug: 'first-upload',
      question: 'How do I publish my first build?',
      answer: [
        'Sign in, choose a plan on the page [Subscriptions](/subscriptions#pricing) (Indie is free and needs no card), and create an organization on the page [Organizations](/organizations). You may be its only member.',
        'Then open [Upload](/upload), choose the file, enter a name and choose Upload Application. After publishing, you see its play page with the link to share. It is private until you make it public.',
      ],
    },
    {
      slug: 'unity-versions',
      question: 'Which versions of Unity are supported?',
      answer: [
        'Unity 2020.3 LTS and newer, including Unity 6. Flux also plays builds of older versions, back to 5.6.',
        'Build for WebGL (called Web in Unity 6) and zip the output folder. Flux supports gzip, Brotli or no compression, hashed file names, the decompression fallback and custom templates.',
      ],
    },
    {
      slug: 'file-types',
      question: 'Which files can I upload, and how large?',
      answer: [
        'This server accepts {extensions} files of up to {maxUpload}.',
        'A .zip contains the whole build, in one folder or at its top. An .html file is a page that needs no other files. Flux checks the content of a .unityweb file: it reads a renamed zip as a zip, and stores a single part of a build, whose play page says what is missing.',
      ],
    },
    {
      slug: 'not-unity',
      question: 'Does it have to be made with Unity?',
      answer: [
        'No. Flux also accepts a zip of any browser application with an index.html, and a single .html page.',
      ],
    },
    {
      slug: 'webxr',
      question: 'Do WebXR builds work in a headset?',
      answer: [
        'Yes, if the browser of the headset supports WebXR. The player allows your build to use it. The button that enters VR or AR comes from your build or its template. With your own template, every theme shows it.',
        'The share dialog shows a QR code, the quickest way to open the game on a headset or a phone.',
      ],
    },
    {
      slug: 'interrupted-upload',
      question: 'What if my connection breaks during an upload?',
      answer: [
        'The uploaded part is kept, and the upload continues when the connection is back. After you close the tab or restart the computer, open the same page in the same browser and choose the same file to continue. Unfinished uploads are kept for 24 hours.',
      ],
    },
  ],
};
