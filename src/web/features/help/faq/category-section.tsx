import { Check, Link2 } from 'lucide-react';
import { texts } from '#web/i18n/en/help/faq.ts';
import { format } from '#web/i18n/format.ts';
import { useCopied } from '#web/lib/hooks/use-copied.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Disclosure } from '#web/ui/lists/disclosure.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { Hits, RichText } from '../rich-text.tsx';
import type { FoundCategory } from './find.ts';

interface CategorySectionProps {
  category: FoundCategory;
  words: readonly string[];
  supportEmail: string | undefined;
}

export function CategorySection({ category, words, supportEmail }: CategorySectionProps) {
  const { slug, title, questions } = category;
  return (
    <section aria-labelledby={slug}>
      <h2 id={slug} tabIndex={-1} className="mb-3 text-20 font-semibold outline-none">
        {title}
      </h2>
      <div className="border-t border-line">
        {questions.map(({ slug, question, answer, isInAnswer }) => (
          <Disclosure key={slug} id={slug} open={isInAnswer} question={<Hits words={words}>{question}</Hits>}>
            {answer.map((text) => (
              <p key={text}>
                <RichText supportEmail={supportEmail} words={words}>
                  {text}
                </RichText>
              </p>
            ))}
            <CopyLink slug={slug} question={question} />
          </Disclosure>
        ))}
      </div>
    </section>
  );
}

function CopyLink({ slug, question }: { slug: string; question: string }) {
  const [copied, copy] = useCopied(texts.copied);
  const Icon = copied ? Check : Link2;
  return (
    <Button
      variant="ghost"
      className="-ms-4 justify-self-start"
      onClick={async () => {
        if (!(await copy(new URL(paths.faq(slug), window.location.origin).href)))
          toast(texts.theLinkCouldNotBeCopied, { failed: true });
      }}
    >
      <Icon strokeWidth={1.75} aria-hidden="true" />
      {copied ? texts.copied : texts.copyLink}
      <span className="sr-only"> {format(texts.toQuestion, { question })}</span>
    </Button>
  );
}
