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
      answer: [
        'Nothing: it shows the page of your build as Unity exported it, untouched. It is what a new application has unless you choose another theme.',
      ],
    },
    {
      slug: 'other-themes',
      question: 'What do the other themes change?',
      answer: [
        'Background, title, loading bar, fullscreen button, and the words for errors and for browsers that cannot run the game. They take the place of Unity’s own page where your build has one of its stock templates, or none.',
      ],
    },
    {
      slug: 'change-theme',
      question: 'Can I change the theme later?',
      answer: [
        'Yes, under Application Details on its update page. It holds at once, without a new version, and saved games stay.',
      ],
    },
    {
      slug: 'own-template',
      question: 'Can I use a template of my own?',
      answer: [
        'Yes. Vanilla shows it as it is, and the other themes put a frame around it, so that its buttons and scripts go on working. Applications that were not made with Unity are framed in the same way.',
      ],
    },
    {
      slug: 'own-theme',
      question: 'Can I make a theme for Flux?',
      answer: ['No. A page of your own belongs into the template of your build, with the theme Vanilla.'],
    },
    {
      slug: 'light-dark',
      question: 'How do I switch Flux itself to light or dark?',
      answer: [
        'By the button in the top bar. Your browser remembers it. Dark is what you begin with, and it has nothing to do with the themes of applications.',
      ],
    },
    {
      slug: 'grid-list',
      question: 'Can I see applications as a list?',
      answer: [
        'Yes: two buttons above them switch between cards and a table, and your browser remembers which. Narrow screens begin with cards, wide ones with the table.',
      ],
    },
  ],
};
