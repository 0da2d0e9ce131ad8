import type { LegalText } from '../../document.ts';

export const eula: LegalText = {
  title: 'End User License Agreement',
  summary: 'What you may do with Flux and with the applications on it, and what you may not.',
  notice: {
    title: 'Important notice',
    text: 'This is an agreement between you and whoever runs this Flux. It gives you the right to use Flux; it sells you nothing. Applications on Flux are made by others and are code that runs in your browser. If you do not agree, do not use Flux.',
  },
  sections: [
    {
      slug: 'definitions',
      title: 'The words used here',
      body: [
        [
          '“Flux”: this website, its service and its API. “We”: whoever runs it.',
          '“Application”: what somebody uploaded to be played in a browser, with all its versions.',
          '“Creator”: whoever uploaded an application. “Player”: whoever opens one.',
          '“Organization”: creators and players who share applications here.',
        ],
        'This agreement goes with the [Terms of Service](/terms), which say what holds for accounts, payments, privacy and deletion. Where the two differ, the Terms hold.',
      ],
    },
    {
      slug: 'license',
      title: 'Your license to use Flux',
      body: [
        'We give you a personal, non-exclusive, non-transferable right to use Flux, that we can take back, for as long as you keep to this agreement: to play, and with an account and a plan to upload, manage and share applications, for private and for commercial purposes.',
        'The software that Flux runs on has a license of its own (MIT). Whoever has a copy of it has the rights which that license gives, and nothing here takes them away.',
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
        'You may play a public application, and a private one that was shared with you. Its creator allows that by publishing or sharing it.',
        'That a browser can download an application gives you no further right to it: to copy, change, publish or sell it you need the permission of its creator, unless its own license or the law gives it to you.',
        'Applications keep saved games in your browser, under an address of their own. We do not have them and cannot bring them back.',
      ],
    },
    {
      slug: 'uploading',
      title: 'Uploading applications',
      body: [
        'What you upload stays yours. You give us the right to store it, to compress it and keep it in other forms, to show its name, description and picture, to place the page of the theme that you chose around it, and to serve it to those who may play it. The right ends when you delete it.',
        'You promise that you hold the rights to all that is in it, engines, plug-ins, fonts, music and pictures included, and that you keep to the licenses of others. Flux is supported with builds of Unity 2020.3 LTS and newer; your license for Unity is between you and Unity.',
        'An upload is at most {maxUpload}. How many applications and revisions you have depends on your [plan](/subscriptions#pricing).',
      ],
    },
    {
      slug: 'sharing',
      title: 'Sharing',
      body: [
        'A public application can be played, embedded in other sites and downloaded by everybody. A private one can be played and downloaded by members of its organization and by whoever has its share link, which you can renew or switch off.',
        'In an organization others get rights to what you put into it: its owner and admins may edit your application and publish versions of it, and its owner may delete it.',
      ],
    },
    {
      slug: 'restrictions',
      title: 'What you may not do',
      body: [
        [
          'break into Flux, other accounts or other applications, or read what is not meant for you;',
          'get around limits, payments, trials, permissions or an account that was disabled;',
          'upload what is unlawful, harms players, or infringes the rights of others;',
          'copy applications of others in bulk, or burden Flux so that others cannot use it;',
          'take away notices of rights, or pretend to be somebody else;',
          'sell or rent out your access to Flux. Selling what you made yourself is no matter of ours.',
        ],
        'Programs may use the [API](/api) in your name, within its limits.',
      ],
    },
    {
      slug: 'isolation',
      title: 'Code of others',
      body: [
        'Applications run in your browser, sealed off from Flux and from one another, and without camera, microphone or location. That limits what they can do, and is no promise that they do no harm. We do not look for malware in them.',
        'What an application asks of you, sends to others or shows is up to its creator. Do not enter passwords or data that you would not give to a stranger. [Report](/faq#report) what looks wrong.',
      ],
    },
    {
      slug: 'third-parties',
      title: 'Services of others',
      body: [
        'Signing in goes by a provider such as Google, GitHub or Microsoft, payments go by Stripe, and builds may be stored with a provider of storage. Their own terms hold between you and them.',
        'Names and marks, such as Unity, belong to their owners. Flux is not made, sponsored or endorsed by Unity.',
      ],
    },
    {
      slug: 'updates',
      title: 'Updates and changes',
      body: [
        'Flux changes while you use it, without asking each time. We may change this agreement, and tell you 30 days before a change that matters to you. Prices change with 30 days’ notice. Who goes on using Flux agrees.',
      ],
    },
    {
      slug: 'ending',
      title: 'When it ends',
      body: [
        'You end this agreement by deleting your account, or by not using Flux any more. Take your data along before: your [profile](/profile) has a download of all of it.',
        'We may end it, disable your account or take applications offline if you break it. The owner of an application that is taken offline hears why, and can still download it.',
        'When a paid plan has ended, what you published is offline, and after a grace period of 30 days it is deleted for good. The [Terms](/terms#cancellation) say how, and how it comes back.',
      ],
    },
    {
      slug: 'copyright',
      title: 'Infringement',
      body: [
        'If your rights are infringed, tell us; if your application was taken offline by mistake, send a counter-notice, and it is back within 10–14 business days unless the other side goes to court. The [Terms](/terms#copyright) say what to write.',
      ],
    },
    {
      slug: 'warranty',
      title: 'No warranty',
      body: [
        'Flux and the applications on it are offered as they are, without a warranty of any kind as far as the law allows. Whether a build runs in a browser depends on both, and is not promised.',
      ],
    },
    {
      slug: 'liability',
      title: 'Limits of liability',
      body: [
        'As far as the law allows, we are not liable for indirect damage, lost profit, lost data or lost saved games, nor for what creators and players do. Our liability in all is at most what you paid us in the 12 months before.',
        'Nothing here limits a liability that cannot be limited by law, or the rights that consumers have.',
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
    text: 'By using Flux you say that you have read this agreement, that you understand it, and that you agree to be bound by it.',
  },
};
