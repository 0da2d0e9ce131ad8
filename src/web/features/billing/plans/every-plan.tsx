import { Link2, Palette, ShieldCheck, Upload } from 'lucide-react';

const included = [
  { icon: Upload, title: 'Resumable uploads', text: 'A lost connection costs nothing that has arrived.' },
  { icon: ShieldCheck, title: 'An origin of its own', text: 'Each game is sealed off from every other.' },
  { icon: Link2, title: 'Private share links', text: 'Show a build to those you choose, and take it back.' },
  { icon: Palette, title: 'Six themes', text: 'Your own page, or one of five around the game.' },
];

/** What does not depend on the plan. */
export function EveryPlan() {
  return (
    <div className="mt-12">
      <h3 className="text-16 font-semibold">In every plan</h3>
      <ul className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        {included.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid content-start gap-1 border-t border-line pt-4">
            <h4 className="flex items-center gap-2 font-medium">
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
              {title}
            </h4>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
