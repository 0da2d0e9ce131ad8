import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../../i18n/en/admin.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { readingDirection } from '../../lib/format/reading-direction.ts';
import { scrollRowTo } from '../../lib/page/scroll-row-to.ts';
import { useScrollEdges } from '../../ui/lists/use-scroll-edges.ts';
import { type AdminTab, adminTabs } from './address.ts';
import { useCounts } from './use-counts.ts';

const labels: Record<AdminTab, string> = {
  users: texts.users,
  organizations: texts.organizations,
  applications: texts.applications,
  usage: texts.firebaseUsage,
};

interface AdminTabsProps {
  tab: AdminTab;
  onTab: (tab: AdminTab) => void;
  /** The selected tab. */
  children: ReactNode;
}

export function AdminTabs({ tab, onTab, children }: AdminTabsProps) {
  const counts = useCounts().data;
  const chosenTab = useRef<HTMLButtonElement>(null);
  const line = useRef<HTMLDivElement>(null);
  useScrollEdges(line);
  // On a phone they are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another element, and with the counts they grow
  useEffect(() => {
    scrollRowTo(chosenTab.current);
  }, [tab, counts]);
  const choose = (value: string) => {
    const chosen = adminTabs.find((each) => each === value);
    if (chosen) onTab(chosen);
  };
  return (
    <Tabs.Root dir={readingDirection()} value={tab} onValueChange={choose}>
      <div className="relative mb-5 after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-line">
        <Tabs.List
          ref={line}
          aria-label={texts.adminDashboard}
          className="fade-edges -mx-4 flex gap-6 overflow-x-auto overflow-y-hidden px-4 [scrollbar-width:none] md:-mx-1.5 md:px-1.5"
        >
          {adminTabs.map((each) => (
            <Tabs.Trigger
              key={each}
              ref={each === tab ? chosenTab : undefined}
              value={each}
              className="relative z-1 -mx-1.5 h-11 shrink-0 px-1.5 whitespace-nowrap text-muted tabular-nums transition-colors after:absolute after:inset-x-1.5 after:bottom-0 after:border-b-2 after:border-transparent hover:text-text focus-visible:-outline-offset-2 data-[state=active]:text-text data-[state=active]:after:border-ion forced-colors:data-[state=inactive]:after:hidden"
            >
              {labels[each]}
              {each !== 'usage' && (
                <>
                  {' '}
                  <Count of={counts?.[each]} />
                </>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Content key={tab} value={tab} className="focus-visible:rounded-control">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Its space is reserved until it is known, so that the following tabs do not move. */
function Count({ of: count }: { of: number | undefined }) {
  return (
    <span className="inline-block min-w-[3ch] text-start">
      {count !== undefined && `(${formatNumber(count)})`}
    </span>
  );
}
