import type { ReactNode } from 'react';

/** Opens beside the sign-in, so that reading the terms does not end it. */
export function SignInTerms() {
  return (
    <p className="mt-5 text-12 text-balance text-muted">
      By continuing, you agree to our <Terms>Terms of Service</Terms> and <Terms>Privacy Policy</Terms>
    </p>
  );
}

function Terms({ children }: { children: ReactNode }) {
  return (
    <a href="/terms" target="_blank" rel="noopener" className="underline underline-offset-2 hover:text-text">
      {children}
    </a>
  );
}
