import type { LegalText } from '../../document.ts';

export const eula: LegalText = {
  title: 'End User License Agreement',
  summary: 'What you may do with Flux and with the applications on it, and what you may not.',
  notice: {
    title: 'Important notice',
    text: 'This is an agreement between you and the operator of this server. It gives you the right to use Flux; it sells you nothing. Other people make the applications on Flux, which are code that runs in your browser. If you do not agree, do not use Flux.',
  },
  sections: [
    {
      slug: 'definitions',
      title: 'Definitions',
      body: [
        [
          '“Flux”: this website, its service and its API. “We”: its operator.',
          '“Application”: a browser application that a user uploaded, with all its versions.',
          '“Creator”: a person who uploads an application. “Player”: a person who opens one.',
          '“Organization”: creators and players who share applications here.',
        ],
        'This agreement applies together with the [Terms of Service](/terms), which cover accounts, payments, privacy and deletion. If the two differ, the Terms apply.',
      ],
    },
    {
      slug: 'license',
      title: 'Your license to use Flux',
      body: [
        'We give you a personal, non-exclusive, non-transferable and revocable right to use Flux while you comply with this agreement: to play, and with an account and a plan to upload, manage and share applications, for private and for commercial purposes.',
        'The Flux software has its own license (MIT). This agreement does not limit the rights that the license gives to anyone with a copy.',
      ],
    },
    {
      slug: 'who',
      title: 'Who may use it',
      body: [
        'You must be at least 13 years old. Under 18 you need the consent of a parent or legal guardian, who agrees for you.',
      ],
    },
    {
      slug: 'playing',
      title: 'Playing applications',
      body: [
        'You may play public applications, and private applications that were shared with you. Their creators allow this by publishing or sharing them.',
        'Downloading an application gives you no further right to it. To copy, change, publish or sell it you need the permission of its creator, unless its own license or the law gives it to you.',
        'Applications keep saved games in your browser, at their own addresses. We do not have them and cannot restore them.',
      ],
    },
    {
      slug: 'uploading',
      title: 'Uploading applications',
      body: [
        'You keep the rights to your uploads. You give us the right to store and compress them and keep them in other encodings, to show the name, description and picture, to show the application with the theme that you chose, and to serve it to its players. The right ends when you delete the upload.',
        'You confirm that you hold the rights to all parts of your uploads, including engines, plug-ins, fonts, music and pictures, and that you comply with their licenses. Flux supports builds of Unity 2020.3 LTS and newer; your license for Unity is between you and Unity.',
        'An upload is at most {maxUpload}. Your [plan](/subscriptions#pricing) limits your applications and revisions.',
      ],
    },
    {
      slug: 'sharing',
      title: 'Sharing',
      body: [
        'Everyone can play, embed and download a public application. The members of its organization and everyone with its share link can play and download a private one. You can renew the share link or switch it off.',
        'In an organization, other people get rights to your applications: its owner and admins may edit them and publish versions, and its owner may delete them.',
      ],
    },
    {
      slug: 'restrictions',
      title: 'What you may not do',
      body: [
        [
          'attack Flux, other accounts or other applications, or read data that is not meant for you;',
          'circumvent limits, payments, trials, permissions or the disabling of an account;',
          'upload content that is unlawful, harms players or infringes the rights of others;',
          'copy other people’s applications in bulk, or overload Flux;',
          'remove notices of rights, or impersonate another person;',
          'sell or rent out your access to Flux. You may sell your own work.',
        ],
        'Programs may use the [API](/api) in your name, within its limits.',
      ],
    },
    {
      slug: 'isolation',
      title: 'Third-party code',
      body: [
        'Applications run in your browser, isolated from Flux and from one another, and without camera, microphone or location unless their creators enable them. This limits possible harm but does not rule it out. We do not scan applications for malware.',
        'Creators are responsible for what their applications request, send and show. Do not enter passwords or data that you would not give to a stranger. [Report](/faq#report) suspicious applications.',
      ],
    },
    {
      slug: 'third-parties',
      title: 'Third-party services',
      body: [
        'Sign-in uses a provider such as Google, GitHub or Microsoft, payments use Stripe, and a storage provider may store builds. Their own terms apply between you and them.',
        'Names and marks, such as Unity, belong to their owners. Flux is not made, sponsored or endorsed by Unity.',
      ],
    },
    {
      slug: 'updates',
      title: 'Updates and changes',
      body: [
        'Flux may be updated at any time. We may change this agreement, and tell you 30 days before a change that affects you. Prices change with 30 days’ notice. By continuing to use Flux, you agree.',
      ],
    },
    {
      slug: 'ending',
      title: 'Termination',
      body: [
        'You end this agreement by deleting your account or by no longer using Flux. Download your data before: your [profile](/profile) has a download of all of it.',
        'We may end it, disable your account or take applications offline if you breach it. We tell the owner of an application why it was taken offline. The owner can still download it.',
        'When a paid plan ends, your applications and organizations go offline, and after a grace period of 30 days they are permanently deleted. The [Terms](/terms#cancellation) explain this and how to restore them.',
      ],
    },
    {
      slug: 'copyright',
      title: 'Infringement',
      body: [
        'If an application infringes your rights, tell us. If your application was taken offline by mistake, send a counter-notice. We bring it back within 10–14 business days unless the other party goes to court. The [Terms](/terms#copyright) say what a notice contains.',
      ],
    },
    {
      slug: 'warranty',
      title: 'No warranty',
      body: [
        'Flux and its applications are provided as they are, without a warranty of any kind as far as the law allows. We do not promise that a build runs in your browser.',
      ],
    },
    {
      slug: 'liability',
      title: 'Limits of liability',
      body: [
        'As far as the law allows, we are not liable for indirect damage, lost profit, lost data or lost saved games, nor for the actions of creators and players. Our total liability is at most the amount that you paid us in the previous 12 months.',
        'Nothing here limits a liability that the law does not allow to limit, or the rights of consumers.',
      ],
    },
    {
      slug: 'contact',
      title: 'Contact',
      body: [
        'Questions about this agreement go to [{supportEmail}](support:). You get a reply within 24 hours.',
      ],
    },
  ],
  acceptance: {
    title: 'Acceptance',
    text: 'By using Flux you confirm that you have read and understood this agreement, and that you agree to it.',
  },
};
