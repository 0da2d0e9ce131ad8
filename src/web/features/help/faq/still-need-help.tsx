import { Mail } from 'lucide-react';
import { texts } from '#web/i18n/en/help/faq.ts';
import { useSupport } from '#web/lib/support-modal.tsx';
import { mailTo } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';

export function StillNeedHelp({ supportEmail }: { supportEmail: string | undefined }) {
  const support = useSupport();
  return (
    <section aria-labelledby="still-need-help" className="grid gap-3 border-t border-line pt-8">
      <h2 id="still-need-help" className="text-20 font-semibold">
        {texts.stillNeedHelp}
      </h2>
      <p className="text-16 text-muted">{texts.askAPersonYouGetAReply}</p>
      <div className="flex flex-wrap gap-3">
        {supportEmail !== undefined && (
          <Button asChild className="max-w-full">
            <a href={mailTo(supportEmail, 'Flux support')}>
              <Mail strokeWidth={1.75} aria-hidden="true" />
              <span className="truncate">{supportEmail}</span>
            </a>
          </Button>
        )}
        <Button variant="primary" onClick={support.open}>
          {texts.contactUs}
        </Button>
      </div>
    </section>
  );
}
