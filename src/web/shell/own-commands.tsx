import {
  BadgeDollarSign,
  BookOpen,
  Braces,
  Building2,
  CircleHelp,
  CircleUserRound,
  CloudUpload,
  CreditCard,
  Database,
  Flag,
  House,
  Keyboard,
  LayoutGrid,
  LifeBuoy,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  Moon,
  ScrollText,
  Shield,
  Sparkles,
  Sun,
  Zap,
} from 'lucide-react';
import type { User } from '#shared/accounts.ts';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { useHeldPlan } from '../features/billing/held/use-plan.ts';
import { useManagement } from '../features/billing/manage/management.tsx';
import { useCurrentSubscription } from '../features/billing/use-subscriptions.ts';
import type { Command, CommandGroup } from '../features/commands/command.ts';
import { usePageCommands } from '../lib/page-commands.ts';
import { useSupport } from '../lib/support-modal.tsx';
import { useColorTheme } from '../lib/theme.ts';
import { paths } from '../paths.ts';
import { useLogout } from './use-logout.ts';

/** What somebody can do and where they can go, by their rights and by the page that is open. */
export function useOwnCommands(openShortcuts: () => void): CommandGroup[] {
  const user = useSession().data?.user;
  const offered = usePageCommands();
  const actions = useActions(user, openShortcuts);
  return [
    {
      title: 'On this page',
      commands: [...offered].map(([id, { label, keys, run }]) => ({
        ...command(label, Zap, run, { keys }),
        id: `page-${id}`,
      })),
    },
    { title: 'Go to', commands: [...everywhere, ...(user ? forPeople : []), ...help] },
    { title: 'Administration', commands: user?.role === 'admin' ? administration : [] },
    { title: 'Actions', commands: actions },
  ];
}

function useActions(user: User | null | undefined, openShortcuts: () => void): Command[] {
  const [theme, setTheme] = useColorTheme();
  const openSignIn = useSignIn();
  const support = useSupport();
  const manage = useManagement();
  const logout = useLogout();
  const held = useHeldPlan(user?.id);
  const isElevated = useCurrentSubscription(user?.id)?.isAdmin;
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    command(`Switch to ${other} theme`, other === 'light' ? Sun : Moon, () => setTheme(other), {
      keys: 't',
      words: 'dark light mode colours appearance',
    }),
    command('Contact Support', LifeBuoy, support.open, { words: 'help question bug' }),
    ...(held && !isElevated
      ? [command('Manage Subscription', CreditCard, () => manage(), { words: 'plan billing cancel upgrade' })]
      : []),
    command('Keyboard Shortcuts', Keyboard, openShortcuts, { keys: '?', words: 'keys help' }),
    ...(user === null ? [command('Sign In', LogIn, () => openSignIn(), { words: 'log in account' })] : []),
    ...(user ? [command('Logout', LogOut, logout, { words: 'sign out log out leave' })] : []),
  ];
}

type Extra = Pick<Command, 'keys' | 'words'>;

function command(label: string, Icon: LucideIcon, action: Command['action'], extra: Extra = {}): Command {
  return { id: label, label, icon: <Icon size={16} strokeWidth={1.75} />, action, ...extra };
}

const everywhere = [
  command('Home', House, paths.home(), { keys: 'g h', words: 'gallery public applications games' }),
];

const forPeople = [
  command('Upload', CloudUpload, paths.upload(), { keys: 'n', words: 'new application build publish' }),
  command('My Applications', LayoutGrid, paths.myApps(), { keys: 'g m', words: 'games own' }),
  command('Organizations', Building2, paths.organizations(), { keys: 'g o', words: 'teams members invite' }),
  command('Profile', CircleUserRound, paths.profile(), {
    keys: 'g p',
    words: 'account settings name sessions',
  }),
];

const help = [
  command('Subscriptions', Sparkles, paths.subscriptions(), { keys: 'g b', words: 'plans billing' }),
  command('Pricing', BadgeDollarSign, paths.pricing(), { words: 'plans cost' }),
  command('FAQ', CircleHelp, paths.faq(), { keys: 'g f', words: 'help questions answers' }),
  command('API', Braces, paths.api(), { words: 'developers documentation' }),
  command('EULA', BookOpen, paths.eula(), { words: 'license agreement legal' }),
  command('Terms', ScrollText, paths.terms(), { words: 'service legal' }),
];

const administration = [
  command('Admin Dashboard', Shield, paths.admin(), {
    keys: 'g a',
    words: 'users organizations applications usage',
  }),
  command('Storage Configuration', Database, paths.storage(), { keys: 'g s', words: 'providers buckets' }),
  command('Reports', Flag, paths.adminReports(), { words: 'abuse moderation' }),
  command('Support requests', LifeBuoy, paths.adminSupport(), { words: 'questions inbox' }),
  command('Audit log', ScrollText, paths.adminAuditLog(), { words: 'history changes' }),
  command('Mails', Mail, paths.adminMails(), { words: 'outbox letters' }),
];
