import type { Category } from '../../question.ts';

export const applications: Category = {
  slug: 'applications-sharing',
  title: 'Applications & Sharing',
  questions: [
    {
      slug: 'public-private',
      question: 'What is the difference between public and private?',
      answer: [
        'A public application is in the gallery, and everybody plays it. A private one is unlisted: you, the members of its organization and the administrators of this Flux see and play it, and besides them whoever has its share link. To anybody else it looks like one that does not exist.',
      ],
    },
    {
      slug: 'share-link',
      question: 'How do I share an application, and take the link back?',
      answer: [
        'Share on its play page gives you a link that works for whoever receives it, and a QR code.',
        'The link of a private application carries a key that cannot be guessed. Renew link replaces it, Switch off ends it; both stop whoever plays by the old one.',
      ],
    },
    {
      slug: 'embed',
      question: 'Can I put my game on my own site?',
      answer: [
        'Yes, if it is public: the share dialog has an embed code. Private applications can be framed by nobody but Flux.',
      ],
    },
    {
      slug: 'new-version',
      question: 'How do I publish a new version?',
      answer: [
        'Choose Update in the menu of its card and upload the new build with a few words on what changed. Leave the version empty, and the highest number so far goes up by 0.1. The link stays the same, and a visitor gets the whole old version or the whole new one, never a mixture.',
      ],
    },
    {
      slug: 'roll-back',
      question: 'Can I go back to an earlier version?',
      answer: [
        'Yes, by Rollback in the Version History of its update page. Nothing is uploaded again, and the version that you leave stays.',
        'Any version but the active one can be deleted, which cannot be undone.',
      ],
    },
    {
      slug: 'download-build',
      question: 'Who can download my build?',
      answer: [
        'Whoever may play it may also download the file that you uploaded for the version being played; so leave out of it what nobody should have. You, the owner and the admins of its organization download every version from its Version History.',
        'The files of old versions that are not in use may be dropped after some time, 365 days unless this Flux says otherwise. Such a version can still be played and rolled back to.',
      ],
    },
    {
      slug: 'thumbnail',
      question: 'How do I give an application a picture?',
      answer: [
        'By a JPEG, PNG, GIF or WebP file of up to 5 MB, best at 400 × 300, when you upload or edit it. On its play page, Use this frame as thumbnail takes the picture from the running game. Without one, Flux draws a pattern.',
      ],
    },
    {
      slug: 'organization-roles',
      question: 'Who may do what in an organization?',
      answer: [
        'Its owner does everything, and can hand it over. Admins edit it, its members and its applications. Members see its applications, and upload where the organization allows it. Viewers see and play them.',
        'You delete your own applications yourself; besides you the owner of the organization can.',
      ],
    },
    {
      slug: 'invite',
      question: 'How do I invite somebody?',
      answer: [
        'By Invite on the card of the [organization](/organizations), with an e-mail address and a role. Nobody invites to more than they are: a viewer invites viewers, a member also members, the owner and admins also admins.',
        'The invitation shows inside Flux, goes out by mail where this Flux sends mail, and is good for 14 days. Whoever signs in with that address, confirmed by their provider, accepts or declines it.',
      ],
    },
    {
      slug: 'approval',
      question: 'Why does my upload wait for approval?',
      answer: [
        'Because the organization asks for it. What a plain member uploads is then private until the owner or an admin approves it, or sends it back with a word why. An application that is public already goes on showing the version before.',
      ],
    },
    {
      slug: 'report',
      question: 'How do I report an application?',
      answer: [
        'By Report on its play page, with a reason; you need no account for it. An administrator looks at it, and may take the application offline. For copyright see the [Terms](/terms#copyright).',
      ],
    },
    {
      slug: 'taken-offline',
      question: 'My application was taken offline. What now?',
      answer: [
        'You were written the reason, and it stands on the pages of the application. You can still download it, change it, upload a new version or delete it. It stays offline until an administrator brings it back, so write to [support](support:) once it is mended, or if you think that it was a mistake. Nothing is deleted because of it.',
      ],
    },
  ],
};
