import { CircleCheck, CircleMinus, CircleX, X } from 'lucide-react';
import { type StorageTest, type StorageTestStep, storageTestSteps } from '#shared/storage/storage.ts';
import { texts } from '#web/i18n/en/storage/list.ts';
import { format } from '#web/i18n/format.ts';
import { cn } from '#web/lib/cn.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { OrderedList } from '#web/ui/lists/list.tsx';

const stepWords: Record<StorageTestStep, string> = {
  write: texts.writeAFile,
  read: texts.readAPartOfItBack,
  list: texts.listFiles,
  delete: texts.deleteTheFile,
};

interface TestResultProps {
  result: StorageTest;
  onDismiss: () => void;
}

/** The steps of the test and their results. */
export function TestResult({ result: { ok, problem, steps }, onDismiss }: TestResultProps) {
  return (
    <div
      role={ok ? 'status' : 'alert'}
      className={cn(
        'flex items-start gap-2 rounded-control py-2 pe-1 ps-3 lg:ms-14',
        ok ? 'bg-success-quiet' : 'bg-danger-quiet',
      )}
    >
      <div className="grid min-w-0 flex-1 gap-2 py-1">
        <p className={cn('font-medium wrap-anywhere', ok ? 'text-success' : 'text-danger')}>
          {ok ? texts.theConnectionWorks : (problem ?? texts.theConnectionDoesNotWork)}
        </p>
        <OrderedList className="flex flex-wrap gap-x-5 gap-y-1 text-13">
          {storageTestSteps.map((step) => (
            <Step key={step} step={step} ended={steps.find((each) => each.step === step)} />
          ))}
        </OrderedList>
      </div>
      <Button variant="ghost" size="icon" aria-label={texts.dismiss} onClick={onDismiss}>
        <X strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}

interface StepProps {
  step: StorageTestStep;
  /** Undefined if it was skipped. */
  ended: StorageTest['steps'][number] | undefined;
}

function Step({ step, ended }: StepProps) {
  const { Icon, look, word } = ended ? (ended.ok ? worked : failed) : skipped;
  return (
    <li className="flex items-center gap-1.5">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={cn('shrink-0', look)} />
      <span className={cn(!ended && 'text-muted')}>{stepWords[step]}</span>
      {word && <span className="sr-only">{word}</span>}
      {ended && (
        <span className="font-mono text-12">{format(texts.msMs, { ms: formatNumber(ended.ms) })}</span>
      )}
    </li>
  );
}

const worked = { Icon: CircleCheck, look: 'text-success', word: null };
const failed = { Icon: CircleX, look: 'text-danger', word: 'failed' };
const skipped = { Icon: CircleMinus, look: 'text-muted', word: texts.notTried };
