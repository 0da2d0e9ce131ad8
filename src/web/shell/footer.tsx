import { Link } from 'react-router';
import { useSession } from '../features/accounts/session.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { cn } from '../lib/cn.ts';
import { mailTo, paths } from '../paths.ts';
import { useCommands } from './commands.tsx';

const linkClasses = 'flex min-h-11 items-center hover:text-text md:min-h-9';

export function Footer() {
  const { data } = useSession();
  const commands = useCommands();
  return (
    <footer className="mt-24 border-t border-line pb-20 text-13 text-muted md:pb-0">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6 md:px-6">
        <p>{texts.fluxPlayUnityWebBuildsInAny}</p>
        <nav aria-label={texts.footer} className="flex flex-wrap gap-x-6">
          <Link to={paths.faq()} className={linkClasses}>
            {texts.faq}
          </Link>
          {/* Its space is reserved until its target is known. */}
          <a
            href={data && mailTo(data.supportEmail, 'Hello Flux')}
            className={cn(linkClasses, !data && 'invisible')}
          >
            {texts.contact}
          </a>
          <Link to={paths.eula()} className={linkClasses}>
            {texts.eula}
          </Link>
          <Link to={paths.terms()} className={linkClasses}>
            {texts.terms}
          </Link>
          {/* Without a keyboard they are only in the menu, and hidden on phones. */}
          <button
            type="button"
            onClick={() => commands.open('shortcuts')}
            className={cn(linkClasses, 'pointer-coarse:hidden')}
          >
            {texts.keyboardShortcuts}
          </button>
        </nav>
      </div>
    </footer>
  );
}
