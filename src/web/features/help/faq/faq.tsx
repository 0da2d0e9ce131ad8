import { useState } from 'react';
import { useLocation } from 'react-router';
import { texts } from '#web/i18n/en/help/faq.ts';
import { categories } from '#web/i18n/en/questions/categories.ts';
import { format } from '#web/i18n/format.ts';
import { useOpenFromUrl } from '#web/lib/hooks/use-open-from-url.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { Contents } from '../contents.tsx';
import { searchWords } from '../text.ts';
import { CategorySection } from './category-section.tsx';
import { type Facts, findQuestions } from './find.ts';
import { StillNeedHelp } from './still-need-help.tsx';

interface FaqProps {
  facts: Facts;
  /** Whether all facts are known, so that the list of questions is final. */
  ready: boolean;
  supportEmail: string | undefined;
}

export function Faq({ facts, ready, supportEmail }: FaqProps) {
  const { key } = useLocation();
  // Following a link ends the search, which might hide its question.
  const [search, setSearch] = useState({ text: '', key });
  const query = search.key === key ? search.text.trim() : '';
  useOpenFromUrl(ready);
  const find = (text: string) => setSearch({ text, key });
  const found = findQuestions(categories, facts, query);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
      {found.length > 0 && <Contents entries={found} />}
      <div className="grid max-w-190 grid-cols-1 gap-12 lg:col-start-2">
        <div className="grid gap-2 print:hidden">
          <div className="flex">
            <SearchField
              label={texts.searchTheQuestions}
              placeholder={texts.searchQuestionsAndAnswers}
              value={query === '' ? '' : search.text}
              onSearch={find}
            />
          </div>
          <p role="status" className="min-h-5 text-13 text-muted">
            {query !== '' &&
              (count > 0 ? format(texts.countQuestions, { count }) : texts.noQuestionHasAllOfTheseWords)}
          </p>
          {count === 0 && (
            <div>
              <Button onClick={() => find('')}>{texts.showAllQuestions}</Button>
            </div>
          )}
        </div>
        {found.map((category) => (
          <CategorySection
            key={category.slug}
            category={category}
            words={searchWords(query)}
            supportEmail={supportEmail}
          />
        ))}
        <StillNeedHelp supportEmail={supportEmail} />
      </div>
    </div>
  );
}
