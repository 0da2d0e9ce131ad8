import { Moon, Sun } from 'lucide-react';
import { useColorTheme } from '../lib/theme.ts';
import { Button } from '../ui/button.tsx';

export function ThemeToggle() {
  const [theme, setTheme] = useColorTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Switch to ${next} theme`}
      title={`Switch to ${next} theme`}
      onClick={() => setTheme(next)}
    >
      <Icon strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
}
