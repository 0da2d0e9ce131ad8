import type { Category } from '../../question.ts';

export const billing: Category = {
  slug: 'billing-payments',
  title: 'Billing & Payments',
  questions: [
    {
      slug: 'payment',
      question: 'How do I pay?',
      answer: [
        'By card, or by a wallet such as Apple Pay or Google Pay where your browser has one. What you type goes straight to Stripe: card numbers never reach Flux. You are charged each month, in US dollars, until you cancel.',
      ],
      when: ['stripe'],
    },
    {
      slug: 'payment',
      question: 'How do I pay?',
      answer: [
        'Not with money: this Flux takes payments in test mode. Everything goes as it would with a real card, Stripe’s test card numbers take its place, and nobody is charged.',
      ],
      when: ['sandbox'],
    },
    {
      slug: 'payment',
      question: 'How do I pay?',
      answer: ['Payments are not set up on this Flux. Indie is there for everybody, and is free.'],
      when: ['no-payments'],
    },
    {
      slug: 'trial',
      question: 'Is there a free trial?',
      answer: [
        'Your first paid plan begins with {trial} that cost nothing. You give a card, and it is charged when they are over, unless you cancel before. Upgrade Now ends the trial early.',
      ],
      when: ['trial'],
    },
    {
      slug: 'promo-codes',
      question: 'Where do I enter a promo code?',
      answer: [
        'In the checkout, before you pay. It shows at once what the code takes off and what is left to pay.',
      ],
      when: ['stripe', 'sandbox'],
    },
    {
      slug: 'change-plan',
      question: 'Can I change to another plan?',
      answer: [
        'At any time. From Indie you choose one on the page [Subscriptions](/subscriptions#pricing), from a paid plan by Manage Subscription in the menu of your account. What the change costs is shown before you confirm it. A larger plan holds at once, and you pay the difference for the rest of the month.',
        'A smaller plan deletes nothing: what is over its limits stays online and is played, and you can add more once it fits.',
      ],
    },
    {
      slug: 'cancel',
      question: 'How do I cancel, and what happens then?',
      answer: [
        'By Manage Subscription in the menu of your account. Your plan stays usable to the end of the period that you paid for.',
        'Then your applications and organizations go offline for everyone, and you alone can download your applications. 30 days later they are deleted for good. You are warned on every page before, and by mail where this Flux sends mail. Subscribe again within the 30 days, to Indie too, and everything comes back.',
      ],
    },
    {
      slug: 'failed-payment',
      question: 'What happens when a payment fails?',
      answer: [
        'It is tried again some days later, and you hear of each attempt. Until it is paid everything stays online, and nothing can be added. If the last attempt fails too, the plan ends as if you had cancelled it.',
      ],
    },
    {
      slug: 'payment-method',
      question: 'Where do I change my card or find my invoices?',
      answer: ['In the billing portal, which Manage Subscription in the menu of your account opens.'],
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
      question: 'Can the price change under me?',
      answer: ['Not without notice: you hear of a change 30 days before it applies to you.'],
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
