import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { type AdminTab, adminTabs } from './address.ts';
import { useCounts } from './use-counts.ts';

const labels: Record<AdminTab, string> = {
  users: 'Users',
  organizations: 'Organizations',
  applications: 'Applications',
  usage: 'Firebase Usage',
};

interface AdminTabsProps {
  tab: AdminTab;
  onTab: (tab: AdminTab) => void;
  /** The chosen one. */
  children: ReactNode;
}

export function AdminTabs({ tab, onTab, children }: AdminTabsProps) {
  const counts = useCounts().data;
  const chosenTab = useRef<HTMLButtonElement>(null);
  // On a phone they are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another element, and with the counts they grow
  useEffect(() => {
    // Newer browsers answer a promise, which an effect must not.
    void chosenTab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab, counts]);
  const choose = (value: string) => {
    const chosen = adminTabs.find((each) => each === value);
    if (chosen) onTab(chosen);
  };
  return (
    <Tabs.Root value={tab} onValueChange={choose}>
      <div className="mb-5 overflow-x-auto overflow-y-hidden border-b border-line">
        <Tabs.List aria-label="Admin Dashboard" className="flex w-max gap-6">
          {adminTabs.map((each) => (
            <Tabs.Trigger
              key={each}
              ref={each === tab ? chosenTab : undefined}
              value={each}
              className="-mx-1.5 h-11 border-b-2 px-1.5 border-transparent whitespace-nowrap text-muted tabular-nums transition-colors hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-ion data-[state=active]:text-text"
            >
              {labels[each]}
              {each !== 'usage' && counts && ` (${counts[each].toLocaleString('en')})`}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Content key={tab} value={tab} className="outline-none">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}
