import { Moon, Sun } from 'lucide-react';
import { texts } from '../i18n/en/shell/shell.ts';
import { useColorTheme } from '../lib/page/theme.ts';
import { Button } from '../ui/forms/button.tsx';
import { titleWithKeys } from '../ui/menus/title-with-keys.ts';

export function ThemeToggle() {
  const [theme, setTheme] = useColorTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  const text = next === 'light' ? texts.switchToLight : texts.switchToDark;
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={text}
      aria-keyshortcuts="t"
      title={titleWithKeys(text, 't')}
      onClick={() => setTheme(next)}
    >
      <Icon strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
}
