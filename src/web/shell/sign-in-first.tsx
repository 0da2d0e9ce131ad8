import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { texts } from '../i18n/en/shell/shell.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/forms/button.tsx';
import { EmptyState } from '../ui/loading/states.tsx';

/** The message for users who may not see the page. */
export interface Refusal {
  title: string;
  text?: string;
}

/** Replaces a page that needs a sign-in, which returns to it. */
export function SignInFirst({ title, text, children }: Refusal & { children?: ReactNode }) {
  const openSignIn = useSignIn();
  return (
    <Refused title={title} text={text}>
      <Button variant="primary" onClick={() => openSignIn()}>
        {texts.signIn}
      </Button>
      {children}
    </Refused>
  );
}

export function Refused({ title, text, children }: Refusal & { children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-form px-4 pt-8 md:pt-16">
      <EmptyState
        level={1}
        title={title}
        picture={<Lock size={32} strokeWidth={1.5} aria-hidden="true" className="text-muted" />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {children}
            <Button asChild>
              <Link to={paths.home()}>{texts.backToHome}</Link>
            </Button>
          </div>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
