import type { LegalText } from '../../document.ts';

export const terms: LegalText = {
  title: 'Terms of Service',
  summary:
    'The rules between you and whoever runs this Flux: accounts, plans and payments, what you upload, and your data.',
  notice: {
    title: 'Important notice',
    text: 'Please read these terms before you use Flux. Three things people miss: you must be at least 13 years old, and under 18 a parent or guardian must agree; 30 days after a paid plan has ended, what you published is deleted for good; and whoever may play an application may download it too.',
  },
  sections: [
    {
      slug: 'agreement',
      title: 'What you agree to',
      body: [
        '“Flux” means this website and its service, and “we” whoever runs it. These Terms of Service and the [End User License Agreement](/eula) are the agreement between you and us. The first say how the service works and what it costs, the other what you may do with it.',
        'If you use Flux for a company or another organization, you agree on its behalf and must be allowed to.',
      ],
    },
    {
      slug: 'age',
      title: 'Who may use Flux',
      body: [
        'You must be at least 13 years old. If you are under 18, you need the consent of a parent or legal guardian, who is responsible for what you do here and for what you buy.',
        'If we learn that an account belongs to a child under 13, or that the consent is missing, we may disable or delete it.',
      ],
    },
    {
      slug: 'accounts',
      title: 'Your account',
      body: [
        'You sign in with an account at another provider, such as Google, GitHub or Microsoft. Keep that account safe: what is done by whoever signs in with it counts as done by you. Tell us at once if somebody else can use it.',
        'One person may have one account and add several ways to sign in to it. Do not share it, and do not make another to get around a limit, a trial that you have had, or an account that was disabled.',
      ],
    },
    {
      slug: 'plans',
      title: 'Plans and limits',
      body: [
        'To upload you need a plan. A plan limits the applications that you own and the revisions of each. A revision is a stored version, the first one included.',
        [
          'Indie: free, 1 application, 3 revisions each.',
          'Pro: {proPrice} a month, 3 applications, 3 revisions each.',
          'Pro+: {proPlusPrice} a month, 12 applications, 3 revisions each.',
          'Enterprise: by agreement, without a limit on applications.',
        ],
        'Where the page [Subscriptions](/subscriptions#pricing) or the checkout shows another price, that one holds. A single upload is at most {maxUpload}.',
        'For a version the plan of the owner of the application counts, whoever uploads it. A change to a smaller plan deletes nothing: what is over its limits stays online, and nothing can be added until it fits.',
      ],
    },
    {
      slug: 'payments',
      title: 'Payments, trials and renewals',
      body: [
        'Paid plans are billed in US dollars, each month in advance, and renew until you cancel. Payments are taken by Stripe; on a Flux in test mode nothing is charged. Taxes are added where the law asks for them.',
        'If your first paid plan begins with a trial, the checkout says how long it is and what it costs afterwards. It is charged when the trial is over, unless you cancel before. There is one trial for each person.',
        'A payment that fails is tried again. Meanwhile what you published stays online and nothing can be added. If the last attempt fails, the plan ends.',
      ],
    },
    {
      slug: 'price-changes',
      title: 'Changes of prices',
      body: [
        'We give you 30 days’ notice by e-mail before a change of price applies to you. It applies from the first renewal after those 30 days. If you do not agree, cancel before it.',
      ],
    },
    {
      slug: 'refunds',
      title: 'Refunds',
      body: [
        'You may ask for a refund within 30 days of a payment, by a mail to [{supportEmail}](support:) from the address of your account. Refunds go to the means of payment that you used and are processed in 5–7 business days.',
        'Rights of withdrawal that the law gives you are not touched by this.',
      ],
    },
    {
      slug: 'cancellation',
      title: 'Cancelling, and what happens then',
      body: [
        'You cancel at any time by Manage Subscription. Your plan stays usable to the end of the period that you paid for.',
        'Then your applications and organizations are offline for everyone. For a grace period of 30 days you alone can download your applications; with any plan, Indie too, all of it is back online. After those 30 days it is deleted for good and cannot be restored. We warn you on the pages of Flux and, where it sends mail and your address is confirmed, by e-mail.',
        'Applications of others in an organization of yours stay with their owners. Indie has no end, and what you have there stays as long as your account.',
      ],
    },
    {
      slug: 'content',
      title: 'What you upload',
      body: [
        'What you upload stays yours. You allow us to store, copy, check, compress, convert and transmit it, to place the page of a theme around it, to show its name, description and picture, and to serve it to those who may play it. This lasts until you delete it, and covers nothing else: we do not sell it, and train nothing with it.',
        'You say that you have the right to upload it, with everything in it, and to let others play and download it. Who may play an application may also download the file that you uploaded for it, so leave out what must stay secret.',
        'You are responsible for what your application does, and for telling its players what it collects about them.',
      ],
    },
    {
      slug: 'sharing',
      title: 'Public and private applications',
      body: [
        'A public application is listed for everybody, can be embedded in other sites, and is shown in previews of its link. A private one is seen by you, the members of its organization and our administrators, and by whoever has its share link.',
        'A share link is a key: whoever gets it, from you or from somebody else, can play. You can renew it or switch it off at any time, which stops the old one. Do not use it to protect what must never become known.',
      ],
    },
    {
      slug: 'organizations',
      title: 'Organizations',
      body: [
        'The owner of an organization decides on its members, their roles and its settings. Members of an organization see the names and e-mail addresses of one another, and its private applications.',
        'The owner and admins may edit the applications in it, decide on what waits for approval, and remove members. The owner may delete its applications. Put an application into an organization only if you agree with that.',
        'An invitation goes to an e-mail address and is good for 14 days. Invite only people who may expect it.',
      ],
    },
    {
      slug: 'acceptable-use',
      title: 'What is not allowed',
      body: [
        'Do not use Flux, and upload nothing to it, that',
        [
          'breaks the law or the rights of others, copyright, trademarks and privacy among them;',
          'harms those who play: malware, phishing, hidden mining of currencies, or asking for passwords of other services;',
          'sexualizes minors, threatens, harasses, or incites to hatred or violence;',
          'attacks Flux, other applications or the networks of others, or tries to get around limits, payments or permissions;',
          'uses Flux as storage for files that are no application, or to send unwanted messages.',
        ],
        'Research on security is welcome if it stays with your own applications and accounts, disturbs nobody, and is told to us before it is told to others.',
      ],
    },
    {
      slug: 'reports',
      title: 'Reports, and taking applications offline',
      body: [
        'Anybody who may see an application may report it. Administrators look at reports and decide. They may take an application offline, with or without a report, where it breaks these terms or the law; its owner is told the reason on the pages of the application and, where Flux sends mail, by e-mail, and can still download, change or delete it. Nothing is deleted because of it.',
        'If you think that this was a mistake, write to [{supportEmail}](support:). We may disable an account that breaks these terms gravely or again and again; what administrators do is written down in a log.',
      ],
    },
    {
      slug: 'copyright',
      title: 'Copyright: notice and counter-notice',
      body: [
        'If you believe that an application infringes your copyright, report it with the reason Copyright, or write to [{supportEmail}](support:). A notice under the Digital Millennium Copyright Act (DMCA) contains:',
        [
          'the work that is infringed, and the address of the application here;',
          'your name, address, telephone number and e-mail address;',
          'a statement that you believe in good faith that the use is not permitted by the owner, its agent or the law;',
          'a statement, under penalty of perjury, that the notice is accurate and that you may act for the owner;',
          'your signature, on paper or electronic.',
        ],
        'We then take the application offline and tell its owner. If you are its owner and think that this was a mistake or a misidentification, send a counter-notice with your name, address and telephone number, the application and where it was, a statement under penalty of perjury that you believe so in good faith, your consent to the jurisdiction of the court of your district (or, outside of the United States, of any district in which we may be found) and to be served by whoever sent the notice, and your signature.',
        'We pass it on, and bring the application back within 10–14 business days, unless whoever sent the notice tells us before that they have gone to court. Who infringes again and again loses their account.',
      ],
    },
    {
      slug: 'privacy',
      title: 'Privacy',
      body: [
        'We keep what Flux needs to work, and nothing to advertise or to watch you by. We do not sell personal data.',
        [
          'Of your account: who you are at your sign-in provider, your e-mail address, your name, your role and when you were here last. We get no password and keep no key to your account there.',
          'Of each sign-in: the provider, when it began and was last used, and what your browser calls itself, so that you can see and end it on your profile.',
          'What you make: applications, versions, pictures, organizations, memberships and invitations.',
          'Of payments: your plan, its dates, and the number of you as a customer at Stripe. Cards are typed into fields of Stripe’s and never reach us.',
          'Messages: what you write to support, reports that you send, and the mails that Flux writes to you, which are kept for 30 days.',
          'Numbers without persons: how many plays and how many bytes in a day.',
        ],
        'Against abuse, requests are counted by account and by network for minutes or hours. The report of a visitor without an account is kept with a keyed hash of the network while it is open, and with an e-mail address if one was given.',
        'Cookies: one that keeps you signed in, for 30 days at most, one that lasts ten minutes while you sign in, and, on the address of a private application, one that lets you play it. None is for advertising or statistics. Your browser also remembers for you whether Flux is light or dark, how you list applications, and drafts of uploads and of changes to applications; and games keep their saves there, each under its own address, which we neither see nor can restore.',
        'Who else sees data: your sign-in provider, when you sign in; Stripe, when you pay, whose script comes with the checkout; whoever carries our mail; and the storage provider that keeps builds, if one is used. Pages of Flux fetch nothing else from third parties. An application that you play is the work of its creator and may contact others; ask its creator what it does.',
        'Who is not signed in can play what is public without leaving a name. Strangers never see your e-mail address; members of your organizations and administrators do.',
        'Your rights: see and correct your data on your [profile](/profile), download all of it there, delete your account there, and for everything else write to [{supportEmail}](support:). Where the law gives you more rights, such as to object or to complain to an authority, you have them.',
      ],
    },
    {
      slug: 'retention',
      title: 'How long things are kept, and deletion',
      body: [
        [
          'Applications, versions and organizations: until you delete them, or 30 days after your plan has ended.',
          'The uploaded files of old versions that are not in use: 365 days, unless this Flux says otherwise. Such a version is still played.',
          'Unfinished uploads: 24 hours. Mails that Flux wrote: 30 days. Sign-ins: 30 days, or 7 days without use.',
          'That you had a plan that costs, and by which promo codes: as long as this Flux runs, under a keyed hash of who you are at your sign-in provider, which names nobody. It is there so that a trial and a code are used once.',
          'The log of what administrators did: as long as this Flux runs, with names as they were then.',
        ],
        'Delete your account on your [profile](/profile), and your applications, the organizations that you are alone in, your plan, your sign-ins and what identifies you go at once; that hash stays. Versions that you uploaded to applications of others stay without your name. The bytes of what was deleted follow within days; copies in backups go when those are renewed.',
        'You can download your data, with the files of your versions that are still kept, at any time before. Keep copies of your own: Flux is no backup.',
      ],
    },
    {
      slug: 'availability',
      title: 'The service, and what it does not promise',
      body: [
        'We try to keep Flux running and safe, and may change, limit or end parts of it. If we end Flux as a whole, we tell you at least 30 days before where we can, so that you can download what is yours.',
        'Flux is offered as it is and as available. As far as the law allows we give no warranty, expressed or implied, that it is free of errors or interruptions, that it fits a purpose, or that what others upload is safe, lawful or true.',
      ],
    },
    {
      slug: 'liability',
      title: 'Liability',
      body: [
        'As far as the law allows, we are not liable for indirect damage, lost profit or lost data, and for all else together up to what you paid us in the 12 months before.',
        'Nothing here limits liability that cannot be limited by law, such as for intent, gross negligence or harm to life and health. If a claim is raised against us because of what you uploaded or did here against these terms, you bear its reasonable cost.',
      ],
    },
    {
      slug: 'changes',
      title: 'Changes of these terms',
      body: [
        'We may change these terms. A change that matters to you is told 30 days before it holds, by e-mail or on the pages of Flux. If you go on using Flux then, you agree; if you do not agree, delete your account before.',
        'If a part of these terms does not hold, the rest does.',
      ],
    },
    {
      slug: 'contact',
      title: 'Contact',
      body: ['Write to [{supportEmail}](support:). You get a reply within 24 hours.'],
    },
  ],
  acceptance: {
    title: 'Acceptance',
    text: 'By signing in to Flux, or by using it without an account, you say that you have read these terms, that you understand them, and that you agree to them.',
  },
};
