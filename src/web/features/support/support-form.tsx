import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { User } from '#shared/accounts/accounts.ts';
import {
  supportCategories,
  supportFields,
  supportMessages,
  supportPriorities,
} from '#shared/contact/support.ts';
import { texts } from '../../i18n/en/support.ts';
import { Rich } from '../../i18n/rich.tsx';
import { categoryLabels, priorityLabels } from '../../lib/format/support-labels.ts';
import { refusalText } from '../../lib/session/refusal.ts';
import { mailTo } from '../../paths.ts';
import { FormButtons } from '../../ui/dialogs/form-footer.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Select, Textarea } from '../../ui/forms/input.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

export type Sender = Pick<User, 'username' | 'email'>;

const formSchema = z.object({ ...supportFields, website: z.string() });
export type Fields = z.output<typeof formSchema>;

/** Hints for missing fields; the server's message is below for all of them. */
const missing = {
  category: texts.chooseACategory,
  subject: texts.enterASubject,
  message: texts.describeWhatYouNeedHelpWith,
};

interface SupportFormProps {
  sender: Sender | null;
  supportEmail: string | null;
  send: { isPending: boolean; isError: boolean; error: unknown; mutate: (said: Fields) => void };
  onChanged: (changed: boolean) => void;
}

export function SupportForm({ sender, supportEmail, send, onChanged }: SupportFormProps) {
  const { register, handleSubmit, formState } = useForm<z.input<typeof formSchema>, unknown, Fields>({
    resolver: zodResolver(formSchema),
    defaultValues: {
      name: sender?.username ?? '',
      email: sender?.email ?? '',
      priority: 'medium',
      subject: '',
      message: '',
      website: '',
    },
  });
  const { errors, isDirty } = formState;
  // The account's data is prefilled.
  const firstEmpty = sender?.username ? (sender.email ? 'category' : 'email') : 'name';
  const focusFirst = (field: typeof firstEmpty) => ({
    'data-focus-first': field === firstEmpty || undefined,
  });
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const errorOf = (field: keyof typeof missing) => {
    const message = errors[field]?.message;
    return message === supportMessages.required ? missing[field] : message;
  };
  const isIncomplete = Object.values(errors).some(({ message }) => message === supportMessages.required);
  // While sending, read-only fields keep the focus and the input.
  const readOnly = send.isPending;
  return (
    <form
      noValidate
      aria-label={texts.supportRequest}
      onSubmit={handleSubmit((said) => send.mutate(said))}
      className="mt-6 grid gap-5"
    >
      <div className="grid gap-5 md:grid-cols-2">
        <Field label={texts.name} schema={supportFields.name} optional error={errors.name?.message}>
          {(field) => <Input {...field} autoComplete="name" readOnly={readOnly} {...register('name')} />}
        </Field>
        <Field
          label={texts.email}
          schema={supportFields.email}
          optional
          help={sender?.email ? texts.weReplyToThisAddress : texts.withoutAnAddressWeCannotReply}
          error={errors.email?.message}
        >
          {(field) => (
            <Input
              {...field}
              type="email"
              autoComplete="email"
              readOnly={readOnly}
              {...focusFirst('email')}
              {...register('email')}
            />
          )}
        </Field>
        <Field label={texts.category} error={errorOf('category')}>
          {(field) => (
            <Select {...field} {...focusFirst('category')} {...register('category')}>
              <option value="">{texts.chooseACategory}</option>
              {supportCategories.map((category) => (
                <option key={category} value={category}>
                  {categoryLabels[category]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.priority} error={errors.priority?.message}>
          {(field) => (
            <Select {...field} {...register('priority')}>
              {supportPriorities.map((priority) => (
                <option key={priority} value={priority}>
                  {priorityLabels[priority]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={texts.subject} schema={supportFields.subject} error={errorOf('subject')}>
        {(field) => <Input {...field} autoComplete="off" readOnly={readOnly} {...register('subject')} />}
      </Field>
      <Field label={texts.message} schema={supportFields.message} error={errorOf('message')}>
        {(field) => <Textarea {...field} rows={6} readOnly={readOnly} {...register('message')} />}
      </Field>
      {/* A honeypot: only bots fill it in. */}
      <input type="text" tabIndex={-1} autoComplete="off" className="hidden" {...register('website')} />
      {isIncomplete && (
        <Panel tone="danger" role="alert">
          {supportMessages.required}
        </Panel>
      )}
      {send.isError && !isIncomplete && (
        <Panel tone="danger" role="alert" ref={show} className="wrap-anywhere">
          <p>{refusalText(send.error, supportMessages.failed)}</p>
          {supportEmail && (
            <p>
              <Rich
                text={texts.yourInputIsStillHereYouCanAlso}
                with={{
                  supportEmail: (
                    <a href={mailTo(supportEmail, 'Flux support')} className="underline">
                      {supportEmail}
                    </a>
                  ),
                }}
              />
            </p>
          )}
        </Panel>
      )}
      <FormButtons>
        <Button type="submit" variant="primary" aria-disabled={send.isPending}>
          {send.isPending ? texts.sending : texts.sendRequest}
        </Button>
      </FormButtons>
    </form>
  );
}

/** At the end of the form, below the visible part on a phone. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
