import type { Category } from '../../question.ts';

export const billing: Category = {
  slug: 'billing-payments',
  title: 'Billing & Payments',
  questions: [
    {
      slug: 'payment',
      question: 'How do I pay?',
      answer: [
        'By card, or by a wallet such as Apple Pay or Google Pay if your browser has one. Your card data goes directly to Stripe and never reaches Flux. You are charged each month, in US dollars, until you cancel.',
      ],
      when: ['stripe'],
    },
    {
      slug: 'payment',
      question: 'How do I pay?',
      answer: [
        'This server takes payments in test mode. The checkout works as usual, but takes Stripe’s test card numbers, and nobody is charged.',
      ],
      when: ['sandbox'],
    },
    {
      slug: 'payment',
      question: 'How do I pay?',
      answer: ['Payments are not set up on this server. Indie is free and available to everyone.'],
      when: ['no-payments'],
    },
    {
      slug: 'trial',
      question: 'Is there a free trial?',
      answer: [
        'Your first paid plan starts with {trial} free. You enter a card, which is charged after the trial unless you cancel before. Upgrade Now ends the trial early.',
      ],
      when: ['trial'],
    },
    {
      slug: 'promo-codes',
      question: 'Where do I enter a promo code?',
      answer: ['In the checkout, before you pay. It shows the discount and the remaining price.'],
      when: ['stripe', 'sandbox'],
    },
    {
      slug: 'change-plan',
      question: 'Can I change to another plan?',
      answer: [
        'Yes, at any time. From Indie, choose a plan on the page [Subscriptions](/subscriptions#pricing). From a paid plan, open Manage Subscription in your account menu. You see the price before you confirm. A larger plan starts immediately, and you pay the difference for the rest of the month.',
        'A smaller plan deletes nothing. Applications over its limits stay playable, and you can add more once you are below the limits.',
      ],
    },
    {
      slug: 'cancel',
      question: 'How do I cancel, and what happens then?',
      answer: [
        'Open Manage Subscription in your account menu. Your plan stays usable until the end of the paid period.',
        'Then your applications and organizations go offline for everyone, and only you can download your applications. 30 days later they are permanently deleted. Every page warns you before, and so does an e-mail if this server can send e-mail. Subscribe again within the 30 days, even to Indie, to restore everything.',
      ],
    },
    {
      slug: 'failed-payment',
      question: 'What happens when a payment fails?',
      answer: [
        'It is retried some days later, and Flux notifies you of each attempt. Until it is paid, everything stays online but you cannot add anything. If the last attempt fails, the plan ends as if you had cancelled it.',
      ],
    },
    {
      slug: 'payment-method',
      question: 'Where do I change my card or find my invoices?',
      answer: ['In the billing portal. Open it from Manage Subscription in your account menu.'],
      when: ['stripe', 'sandbox'],
    },
    {
      slug: 'refunds',
      question: 'Do you give refunds?',
      answer: [
        'Yes, within 30 days of a payment. Write to [{supportEmail}](support:); a refund is processed in 5–7 business days.',
      ],
    },
    {
      slug: 'price-changes',
      question: 'Can my price change?',
      answer: ['Yes, but we tell you 30 days before a change applies to you.'],
    },
    {
      slug: 'enterprise',
      question: 'What if twelve applications are not enough?',
      answer: [
        'Enterprise has no limit on applications. Write to [{supportEmail}](support:) and say what you need.',
      ],
    },
  ],
};
