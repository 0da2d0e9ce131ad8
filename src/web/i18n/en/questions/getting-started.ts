import type { Category } from '../../question.ts';

export const gettingStarted: Category = {
  slug: 'getting-started',
  title: 'Getting Started',
  questions: [
    {
      slug: 'what-is-flux',
      question: 'What is Flux?',
      answer: [
        'A place for applications that run in a browser: Unity builds for WebGL and WebXR above all. You upload a build, keep its versions, group your work in organizations and share a link. Whoever opens the link plays, with nothing to install.',
      ],
    },
    {
      slug: 'account-to-play',
      question: 'Do I need an account to play?',
      answer: [
        'No. Public applications are on the [home page](/) and play without an account, and so does a private one whose share link you were given. You need an account to upload, and to join an organization.',
      ],
    },
    {
      slug: 'first-upload',
      question: 'How do I publish my first build?',
      answer: [
        'Sign in, choose a plan on the page [Subscriptions](/subscriptions#pricing) (Indie is free and asks for no card), and make an organization on the page [Organizations](/organizations). You may be its only member.',
        'Then open [Upload](/upload), choose the file, give it a name and choose Upload Application. When it is published you are on its play page, with the link to share. It is private until you make it public.',
      ],
    },
    {
      slug: 'unity-versions',
      question: 'Which versions of Unity are supported?',
      answer: [
        'Unity 2020.3 LTS and newer, Unity 6 included. Builds of older versions, back to 5.6, are recognised and played too.',
        'Build for WebGL (called Web in Unity 6) and zip the folder that Unity makes. Gzip, Brotli or no compression, hashed file names, the decompression fallback and templates of your own are all fine.',
      ],
    },
    {
      slug: 'file-types',
      question: 'Which files can I upload, and how large?',
      answer: [
        'This Flux takes {extensions} files of up to {maxUpload}.',
        'A .zip holds the whole build, in one folder or at its top. An .html file is a page that needs no other files. A .unityweb file is looked at by its content: a zip in disguise is treated as a zip, and a single part of a build is kept while its play page says what is missing.',
      ],
    },
    {
      slug: 'not-unity',
      question: 'Does it have to be made with Unity?',
      answer: [
        'No. A zip of any application that runs in a browser and has an index.html plays as well, and so does a single .html page.',
      ],
    },
    {
      slug: 'webxr',
      question: 'Do WebXR builds work in a headset?',
      answer: [
        'Yes, where the browser of the headset has WebXR. The player passes it on to your build. The button that enters VR or AR comes from your build or its template, and is there with every theme if the template is your own.',
        'The share dialog shows a QR code, which is the quickest way from a desk to a headset or a phone.',
      ],
    },
    {
      slug: 'interrupted-upload',
      question: 'What if my connection breaks during an upload?',
      answer: [
        'Nothing that has arrived is lost. The upload goes on by itself when the connection is back, and after a closed tab or a restarted computer it goes on when you open the same page in the same browser and choose the same file. What is not finished is kept for 24 hours.',
      ],
    },
  ],
};
