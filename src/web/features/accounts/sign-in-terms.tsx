import type { ReactNode } from 'react';
import { texts } from '../../i18n/en/accounts.ts';
import { Rich } from '../../i18n/rich.tsx';
import { paths } from '../../paths.ts';

/** Opens in a new tab, so that reading the terms does not end the sign-in. */
export function SignInTerms() {
  return (
    <p className="mt-5 text-12 text-balance text-muted">
      <Rich
        text={texts.agreeToTermsAndPrivacy}
        with={{
          terms: (inside) => <Terms href={paths.terms()}>{inside}</Terms>,
          privacy: (inside) => <Terms href={paths.terms('privacy')}>{inside}</Terms>,
        }}
      />
    </p>
  );
}

function Terms({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="underline underline-offset-2 hover:text-text">
      {children}
    </a>
  );
}
