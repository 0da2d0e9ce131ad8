import { Disclosure } from '../../ui/disclosure.tsx';

const items = [
  {
    question: 'Is Indie really free?',
    answer:
      'Yes. It asks for no card and has no end: one application with three revisions, playable by anybody with the link.',
  },
  {
    question: 'What counts as a revision?',
    answer:
      'Each stored version of an application, the first one included. Delete a version and its place is free again.',
  },
  {
    question: 'What happens when I cancel?',
    answer:
      'Your plan stays usable to the end of the period you paid for. Then your applications and organizations go offline, and you alone can download them. 30 days later they are deleted for good. Subscribe again within the 30 days and everything comes back.',
  },
  {
    question: 'Can I move to a smaller plan?',
    answer:
      'Yes, and nothing is deleted. What is over the new limits stays playable; you can add more once it fits again.',
  },
  {
    question: 'Do you give refunds?',
    answer: 'Within 30 days of a payment. A refund is processed in 5–7 business days.',
  },
  {
    question: 'Will prices change under me?',
    answer: 'Not without notice: you hear of a change 30 days before it applies to you.',
  },
];

export function PlansFaq() {
  return (
    <div className="border-t border-line">
      {items.map(({ question, answer }) => (
        <Disclosure key={question} question={question}>
          {answer}
        </Disclosure>
      ))}
    </div>
  );
}
