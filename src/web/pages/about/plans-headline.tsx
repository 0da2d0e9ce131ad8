import { Film, Layers, Sparkles } from 'lucide-react';
import { texts } from '../../i18n/en/pages/plans-headline.ts';
import { Rich } from '../../i18n/rich.tsx';
import { LightField } from '../../shell/light-field.tsx';
import { List } from '../../ui/lists/list.tsx';

const blurbs = [
  { icon: Sparkles, title: texts.startWithoutACard, text: texts.indieIsFreeWithoutATimeLimit },
  { icon: Film, title: texts.everyPlanIsEquallyFast, text: texts.fluxServesEveryGameTheSameWay },
  {
    icon: Layers,
    title: texts.downgradingDeletesNothing,
    text: texts.aSmallerPlanKeepsAllYour,
  },
];

/** The headline above the plans. */
export function PlansHeadline() {
  return (
    <section className="relative overflow-clip border-b border-line">
      <LightField />
      <div className="relative mx-auto grid max-w-content gap-x-16 gap-y-10 px-4 py-12 md:px-6 md:py-16 lg:grid-cols-[1fr_1fr] lg:items-end">
        <div className="grid gap-4">
          <h1 className="text-32 font-semibold md:text-44">
            <Rich text={texts.startFreeBrUpgradeWhenYouGrow} with={{ br: <br /> }} />
          </h1>
          <p className="max-w-md text-16 text-muted">{texts.everyPlanHasEveryFeatureYouOnly}</p>
        </div>
        <List className="grid gap-x-8 gap-y-5 sm:grid-cols-3 lg:grid-cols-1">
          {blurbs.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid grid-cols-[1.25rem_1fr] gap-x-3">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5" />
              <div>
                <h2 className="text-16 font-semibold">{title}</h2>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </List>
      </div>
    </section>
  );
}
