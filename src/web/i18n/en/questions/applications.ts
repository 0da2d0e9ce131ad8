import type { Category } from '../../question.ts';

export const applications: Category = {
  slug: 'applications-sharing',
  title: 'Applications & Sharing',
  questions: [
    {
      slug: 'public-private',
      question: 'What is the difference between public and private?',
      answer: [
        'A public application is in the gallery, and everyone can play it. A private one is unlisted: only you, the members of its organization, the administrators of this server and people with its share link can play it. For everyone else it does not exist.',
      ],
    },
    {
      slug: 'share-link',
      question: 'How do I share an application, and take the link back?',
      answer: [
        'Share on its play page gives you a link and a QR code that work for everyone who receives them.',
        'The link of a private application contains a key that cannot be guessed. Renew link replaces it, Switch off disables it. Both disconnect people playing through the old link.',
      ],
    },
    {
      slug: 'embed',
      question: 'Can I put my game on my own site?',
      answer: [
        'Yes, if it is public: the share dialog has an embed code. Other sites cannot embed private applications.',
      ],
    },
    {
      slug: 'new-version',
      question: 'How do I publish a new version?',
      answer: [
        'Choose Update in the menu of its card, then upload the new build with a changelog. Leave the version number blank to raise the highest number by 0.1. The link stays the same. Players get the complete old version or the complete new one.',
      ],
    },
    {
      slug: 'roll-back',
      question: 'Can I go back to an earlier version?',
      answer: [
        'Yes. Choose Rollback in the Version History of its update page. You upload nothing again, and the newer version stays.',
        'You can delete every version except the active one. This cannot be undone.',
      ],
    },
    {
      slug: 'download-build',
      question: 'Who can download my build?',
      answer: [
        'Anyone who can play it can also download the uploaded file of the active version, so remove secrets from your build. You, the owner and the admins of its organization can download every version from its Version History.',
        'This server may delete the uploaded files of inactive versions after a while, by default 365 days. You can still play these versions and roll back to them.',
      ],
    },
    {
      slug: 'thumbnail',
      question: 'How do I give an application a picture?',
      answer: [
        'Choose a JPEG, PNG, GIF or WebP file of up to 5 MB when you upload or edit it, ideally 400 × 300. On its play page, Use this frame as thumbnail captures the running game. Without a thumbnail, Flux draws a pattern.',
      ],
    },
    {
      slug: 'organization-roles',
      question: 'Who may do what in an organization?',
      answer: [
        'The owner can do everything, and can make another member the owner. Admins edit the organization, its members and its applications. Members see its applications, and upload if the organization allows it. Viewers see and play them.',
        'Only you and the owner of the organization can delete your applications.',
      ],
    },
    {
      slug: 'invite',
      question: 'How do I invite someone?',
      answer: [
        'Choose Invite on the card of the [organization](/organizations), then enter an e-mail address and a role. Viewers can invite viewers, members can also invite members, and the owner and admins can also invite admins.',
        'Flux shows the invitation and sends it by e-mail if this server can send e-mail. It is valid for 14 days. To accept or decline it, sign in with that address, verified by your provider.',
      ],
    },
    {
      slug: 'approval',
      question: 'Why does my upload wait for approval?',
      answer: [
        'Because the organization requires approval. Uploads by members stay private until the owner or an admin approves them or sends them back with a note. A public application keeps its previous version until then.',
      ],
    },
    {
      slug: 'report',
      question: 'How do I report an application?',
      answer: [
        'Choose Report on its play page and a reason. You need no account. An administrator reviews it and may take the application offline. For copyright, see the [Terms](/terms#copyright).',
      ],
    },
    {
      slug: 'taken-offline',
      question: 'My application was taken offline. What now?',
      answer: [
        'The pages of the application show the reason. You can still download, edit, update or delete it. It stays offline until an administrator brings it back. Write to [support](support:) after you fix it, or if it was a mistake. A takedown deletes nothing.',
      ],
    },
  ],
};
