import type { LegalText } from '../../document.ts';

export const terms: LegalText = {
  title: 'Terms of Service',
  summary:
    'The rules between you and the operator of this server: accounts, plans and payments, your uploads and your data.',
  notice: {
    title: 'Important notice',
    text: 'Please read these terms before you use Flux. Three important points: you must be at least 13 years old, and under 18 a parent or guardian must agree; 30 days after a paid plan ends, your applications are permanently deleted; and everyone who can play an application can download it too.',
  },
  sections: [
    {
      slug: 'agreement',
      title: 'What you agree to',
      body: [
        '“Flux” means this website and its service, and “we” means its operator. These Terms of Service and the [End User License Agreement](/eula) are the agreement between you and us. The Terms cover the service and its price, the other document covers your rights to use it.',
        'If you use Flux for a company or another organization, you agree on its behalf and must be authorized to do so.',
      ],
    },
    {
      slug: 'age',
      title: 'Who may use Flux',
      body: [
        'You must be at least 13 years old. If you are under 18, you need the consent of a parent or legal guardian, who is responsible for your actions and purchases here.',
        'If we learn that an account belongs to a child under 13, or that the consent is missing, we may disable or delete it.',
      ],
    },
    {
      slug: 'accounts',
      title: 'Your account',
      body: [
        'You sign in with an account at another provider, such as Google, GitHub or Microsoft. Keep that account safe: you are responsible for everything done with it. Tell us immediately if another person can use it.',
        'One person may have one account with several sign-in methods. Do not share it, and do not create another to circumvent a limit, a used trial or a disabled account.',
      ],
    },
    {
      slug: 'plans',
      title: 'Plans and limits',
      body: [
        'To upload you need a plan. A plan limits the applications that you own and the revisions of each. A revision is a stored version, including the first.',
        [
          'Indie: free, 1 application, 3 revisions each.',
          'Pro: {proPrice} a month, 3 applications, 3 revisions each.',
          'Pro+: {proPlusPrice} a month, 12 applications, 3 revisions each.',
          'Enterprise: by agreement, without a limit on applications.',
        ],
        'If the page [Subscriptions](/subscriptions#pricing) or the checkout shows another price, that price applies. A single upload is at most {maxUpload}.',
        'The plan of the application’s owner applies to every version, including uploads by others. A change to a smaller plan deletes nothing: applications over its limits stay online, and you cannot add anything until you are below them.',
      ],
    },
    {
      slug: 'payments',
      title: 'Payments, trials and renewals',
      body: [
        'Paid plans are billed in US dollars, each month in advance, and renew until you cancel. Stripe processes payments; a server in test mode charges nothing. Taxes are added where the law requires them.',
        'If your first paid plan starts with a trial, the checkout shows its length and the price afterwards. You are charged when the trial ends, unless you cancel before. Each person gets one trial.',
        'A failed payment is retried. Meanwhile your applications stay online and you cannot add anything. If the last attempt fails, the plan ends.',
      ],
    },
    {
      slug: 'price-changes',
      title: 'Price changes',
      body: [
        'We give you 30 days’ notice by e-mail before a price change applies to you. It applies from the first renewal after those 30 days. If you do not agree, cancel before then.',
      ],
    },
    {
      slug: 'refunds',
      title: 'Refunds',
      body: [
        'You may request a refund within 30 days of a payment: write to [{supportEmail}](support:) from your account’s e-mail address. Refunds go to the original payment method and are processed in 5–7 business days.',
        'This does not affect your legal rights of withdrawal.',
      ],
    },
    {
      slug: 'cancellation',
      title: 'Cancellation',
      body: [
        'You can cancel at any time in Manage Subscription. Your plan stays usable until the end of the paid period.',
        'Then your applications and organizations go offline for everyone. For a grace period of 30 days only you can download your applications; any plan, including Indie, restores everything. After those 30 days they are permanently deleted. We warn you on the pages of Flux and, if this server can send e-mail and your address is verified, by e-mail.',
        'Other people’s applications in your organizations stay with their owners. Indie has no time limit, and your content there stays as long as your account.',
      ],
    },
    {
      slug: 'content',
      title: 'Your uploads',
      body: [
        'You keep the rights to your uploads. You allow us to store, copy, check, compress, convert and transmit them, to show them with the page of a theme, to show their name, description and picture, and to serve them to their players. This lasts until you delete them, and covers nothing else: we do not sell them, and do not use them for training.',
        'You confirm that you have the right to upload it, with all its parts, and to let others play and download it. Everyone who can play an application can also download its uploaded file, so remove secrets from it.',
        'You are responsible for your application’s behaviour, and for telling its players which data it collects about them.',
      ],
    },
    {
      slug: 'sharing',
      title: 'Public and private applications',
      body: [
        'A public application is listed for everyone, can be embedded in other sites, and appears in previews of its link. Only you, the members of its organization, our administrators and people with its share link can see a private one.',
        'A share link is a key: everyone who receives it can play. You can renew it or switch it off at any time, which disables the old one. Do not use it to protect confidential material.',
      ],
    },
    {
      slug: 'organizations',
      title: 'Organizations',
      body: [
        'The owner of an organization decides on its members, their roles and its settings. Members of an organization see each other’s names and e-mail addresses, and its private applications.',
        'The owner and admins may edit its applications, decide on pending approvals, and remove members. The owner may delete its applications. Put an application into an organization only if you agree to this.',
        'An invitation is sent to an e-mail address and is valid for 14 days. Invite only people who may expect it.',
      ],
    },
    {
      slug: 'acceptable-use',
      title: 'Acceptable use',
      body: [
        'Do not use Flux for, or upload, anything that',
        [
          'breaks the law or the rights of others, including copyright, trademarks and privacy;',
          'harms players: malware, phishing, hidden cryptocurrency mining, or requests for passwords of other services;',
          'sexualizes minors, threatens, harasses, or incites hatred or violence;',
          'attacks Flux, other applications or other networks, or circumvents limits, payments or permissions;',
          'uses Flux as storage for files that are not applications, or to send unwanted messages.',
        ],
        'Security research is welcome if it is limited to your own applications and accounts, disturbs nobody, and is reported to us first.',
      ],
    },
    {
      slug: 'reports',
      title: 'Reports and takedowns',
      body: [
        'Everyone who can see an application may report it. Administrators review reports and decide. They may take an application offline, with or without a report, if it breaches these terms or the law. Its owner sees the reason on the pages of the application and, if this server can send e-mail, by e-mail, and can still download, change or delete it. A takedown deletes nothing.',
        'If you think that this was a mistake, write to [{supportEmail}](support:). We may disable an account that breaches these terms seriously or repeatedly. An audit log records the actions of administrators.',
      ],
    },
    {
      slug: 'copyright',
      title: 'Copyright: notice and counter-notice',
      body: [
        'If you believe that an application infringes your copyright, report it with the reason Copyright, or write to [{supportEmail}](support:). A notice under the Digital Millennium Copyright Act (DMCA) contains:',
        [
          'the infringed work, and the address of the application here;',
          'your name, address, telephone number and e-mail address;',
          'a statement that you believe in good faith that the use is not permitted by the owner, its agent or the law;',
          'a statement, under penalty of perjury, that the notice is accurate and that you may act for the owner;',
          'your signature, on paper or electronic.',
        ],
        'We then take the application offline and tell its owner. If you are its owner and think that this was a mistake or a misidentification, send a counter-notice with your name, address and telephone number, the application and its address, a statement under penalty of perjury that you believe this in good faith, your consent to the jurisdiction of the court of your district (or, outside of the United States, of any district in which we may be found) and to service by the sender of the notice, and your signature.',
        'We forward it, and bring the application back within 10–14 business days, unless the sender of the notice tells us before that they have gone to court. Repeat infringers lose their account.',
      ],
    },
    {
      slug: 'privacy',
      title: 'Privacy',
      body: [
        'We store only the data that Flux needs to work, none for advertising or tracking. We do not sell personal data.',
        [
          'Account: your identity at your sign-in provider, your e-mail address, name, role and last visit. We receive no password and no access to your account there.',
          'Sessions: the provider, the start and last use, and the name of your browser, so that you can see and end sessions on your profile.',
          'Content: applications, versions, pictures, organizations, memberships and invitations.',
          'Payments: your plan, its dates, and your customer id at Stripe. You enter cards into Stripe’s fields; they never reach us.',
          'Messages: your support requests, your reports, and the e-mails that Flux sends to you, which are kept for 30 days.',
          'Anonymous statistics: plays and bytes per day.',
        ],
        'Against abuse, requests are counted per account and network for minutes or hours. A report by a visitor without an account is stored with a keyed hash of the network while it is open, and with the e-mail address if given.',
        'Cookies: one keeps you signed in, for 30 days at most; one lasts ten minutes while you sign in; and, on the address of a private application, one lets you play it. None is for advertising or statistics. Your browser also stores whether Flux is light or dark, how you list applications, and drafts of uploads and of changes to applications. Games store their saves there, each at its own address; we can neither see nor restore them.',
        'Recipients: your sign-in provider, when you sign in; Stripe, when you pay, whose script loads with the checkout; our e-mail provider; and the storage provider that stores builds, if this server uses one. Pages of Flux load nothing else from third parties. Applications are made by their creators and may contact third parties; ask the creator for details.',
        'Visitors can play public applications without giving a name. Strangers never see your e-mail address; members of your organizations and administrators do.',
        'Your rights: see and correct your data on your [profile](/profile), download all of it there, or delete your account there. For everything else, write to [{supportEmail}](support:). You also have the further rights that the law gives you, such as to object or to complain to an authority.',
      ],
    },
    {
      slug: 'retention',
      title: 'Retention and deletion',
      body: [
        [
          'Applications, versions and organizations: until you delete them, or 30 days after your plan ends.',
          'Uploaded files of inactive versions: 365 days, unless this server is configured differently. These versions stay playable.',
          'Unfinished uploads: 24 hours. E-mails from Flux: 30 days. Sessions: 30 days, or 7 days without use.',
          'The fact that you had a paid plan, and the promo codes that you used: as long as this server runs, under a keyed hash of your identity at your sign-in provider, which names nobody. It ensures that a trial and a promo code are used once.',
          'The audit log of administrators: as long as this server runs, with the names at that time.',
        ],
        'Delete your account on your [profile](/profile) to immediately delete your applications, organizations without other members, plan, sessions and identifying data; that hash stays. Versions that you uploaded to other people’s applications stay, without your name. The bytes of deleted content follow within days; copies in backups are deleted when the backups are renewed.',
        'You can download your data, with the stored files of your versions, at any time before. Keep your own copies: Flux is not a backup.',
      ],
    },
    {
      slug: 'availability',
      title: 'Availability and warranty',
      body: [
        'We try to keep Flux running and safe, and may change, limit or end parts of it. If we shut down Flux, we tell you at least 30 days before if we can, so that you can download your data.',
        'Flux is provided as is and as available. As far as the law allows we give no warranty, expressed or implied, that it is free of errors or interruptions, that it fits a purpose, or that other people’s uploads are safe, lawful or true.',
      ],
    },
    {
      slug: 'liability',
      title: 'Liability',
      body: [
        'As far as the law allows, we are not liable for indirect damage, lost profit or lost data, and for everything else only up to the total amount that you paid us in the previous 12 months.',
        'Nothing here limits liability that the law does not allow to limit, such as for intent, gross negligence or harm to life and health. If a third party makes a claim against us because your uploads or actions breach these terms, you bear its reasonable cost.',
      ],
    },
    {
      slug: 'changes',
      title: 'Changes to these terms',
      body: [
        'We may change these terms. We announce a change that affects you 30 days before it applies, by e-mail or on the pages of Flux. By continuing to use Flux, you agree. If you do not agree, delete your account before.',
        'If a part of these terms is invalid, the rest still applies.',
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
    text: 'By signing in to Flux, or by using it without an account, you confirm that you have read and understood these terms, and that you agree to them.',
  },
};
