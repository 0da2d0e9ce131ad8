import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/admin.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FormButtons } from '../../ui/dialogs/form-footer.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/input.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

interface Change {
  isPending: boolean;
  error: Error | null;
  mutate: (reason: string, options: { onSuccess: () => void }) => void;
}

interface ReasonDialogProps {
  title: string;
  description: string;
  label: string;
  /** The reader of the reason. */
  help: string;
  schema: z.ZodMiniType<string, string>;
  confirmLabel: string;
  harmless?: boolean;
  change: Change;
  onDone: () => void;
  onClose: () => void;
}

/** A decision that requires a reason. The input stays until it is made. */
export function ReasonDialog({ schema, change, onDone, onClose, ...words }: ReasonDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const refused = change.error instanceof ApiError ? Object.values(change.error.fields)[0] : undefined;
  const submit = () => {
    const read = z.safeParse(schema, text);
    setProblem(read.error?.issues[0]?.message);
    if (read.success && !change.isPending) change.mutate(read.data, { onSuccess: onDone });
  };
  return (
    <FormDialog
      title={words.title}
      description={words.description}
      changed={text.trim() !== ''}
      busy={change.isPending}
      discardText={texts.yourDecisionHasNotBeenSaved}
      onClose={onClose}
    >
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={words.label} schema={schema} help={words.help} error={problem ?? refused}>
          {(control) => (
            <Textarea
              {...control}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
        {change.error && refused === undefined && (
          <Panel tone="danger" role="alert">
            {messageOf(change.error)}
          </Panel>
        )}
        <FormButtons>
          <Button aria-disabled={change.isPending} onClick={() => !change.isPending && onClose()}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            variant={words.harmless ? 'primary' : 'danger'}
            aria-disabled={change.isPending}
          >
            {change.isPending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
            {words.confirmLabel}
          </Button>
        </FormButtons>
      </form>
    </FormDialog>
  );
}
