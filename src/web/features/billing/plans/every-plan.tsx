import { Link2, Palette, ShieldCheck, Upload } from 'lucide-react';
import { texts } from '#web/i18n/en/billing/plans.ts';
import { List } from '#web/ui/lists/list.tsx';

const included = [
  { icon: Upload, title: texts.resumableUploads, text: texts.uploadsContinueAfterALost },
  { icon: ShieldCheck, title: texts.isolatedGames, text: texts.eachGameRunsOnItsOwnOrigin },
  { icon: Link2, title: texts.privateShareLinks, text: texts.showABuildToSelectedPeopleAnd },
  { icon: Palette, title: texts.sixThemes, text: texts.yourOwnPageOrOneOfFive },
];

/** Features that are independent of the plan. */
export function EveryPlan() {
  return (
    <div className="mt-12">
      <h3 className="text-16 font-semibold">{texts.inEveryPlan}</h3>
      <List className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        {included.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid content-start gap-1 border-t border-line pt-4">
            <h4 className="flex items-center gap-2 font-medium">
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
              {title}
            </h4>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </List>
    </div>
  );
}
