import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';

/** Opens beside the sign-in, so that reading the terms does not end it. */
export function SignInTerms() {
  return (
    <p className="mt-5 text-12 text-balance text-muted">
      By continuing, you agree to our <Terms href={paths.terms()}>Terms of Service</Terms> and{' '}
      <Terms href={paths.terms('privacy')}>Privacy Policy</Terms>
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
