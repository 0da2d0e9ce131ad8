import type { Category } from '../../question.ts';

export const themes: Category = {
  slug: 'themes-customization',
  title: 'Themes & Customization',
  questions: [
    {
      slug: 'themes',
      question: 'What is a theme?',
      answer: [
        'The page around your game. There are six: Vanilla, Modern, Gaming, Corporate, Minimal and Dark. The upload form shows a picture of each.',
      ],
    },
    {
      slug: 'vanilla',
      question: 'What does Vanilla do?',
      answer: ['Nothing: it shows your build’s own page, unchanged. It is the default for new applications.'],
    },
    {
      slug: 'other-themes',
      question: 'What do the other themes change?',
      answer: [
        'They change the background, title, loading bar, fullscreen button and the messages for errors and unsupported browsers. They replace Unity’s page if your build has a stock template or none.',
      ],
    },
    {
      slug: 'change-theme',
      question: 'Can I change the theme later?',
      answer: [
        'Yes, under Application Details on its update page. It applies immediately, without a new version, and saved games stay.',
      ],
    },
    {
      slug: 'own-template',
      question: 'Can I use my own template?',
      answer: [
        'Yes. Vanilla shows it unchanged. The other themes put a frame around it, so its buttons and scripts still work. They also frame applications that are not made with Unity.',
      ],
    },
    {
      slug: 'own-theme',
      question: 'Can I make a theme for Flux?',
      answer: ['No. Use your own Unity template with the theme Vanilla instead.'],
    },
    {
      slug: 'light-dark',
      question: 'How do I switch Flux itself to light or dark?',
      answer: [
        'Use the button in the top bar. Your browser remembers it. Dark is the default. The themes of applications are separate.',
      ],
    },
    {
      slug: 'grid-list',
      question: 'Can I see applications as a list?',
      answer: [
        'Yes: two buttons above them switch between cards and a table, and your browser remembers your choice. Narrow screens start with cards, wide screens with the table.',
      ],
    },
  ],
};
