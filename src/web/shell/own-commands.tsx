import {
  BadgeDollarSign,
  BookOpen,
  Braces,
  Building2,
  ChartNoAxesColumn,
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
  Users,
  Zap,
} from 'lucide-react';
import type { User } from '#shared/accounts/accounts.ts';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { useBilledPlan } from '../features/billing/current-plan/use-billed-plan.ts';
import { useManagement } from '../features/billing/manage/management.tsx';
import { useCurrentSubscription } from '../features/billing/use-subscriptions.ts';
import type { Command, CommandGroup } from '../features/commands/command.ts';
import { texts } from '../i18n/en/shell/commands.ts';
import { usePageCommands } from '../lib/page/page-commands.ts';
import { useColorTheme } from '../lib/page/theme.ts';
import { mayHaveKeyboard } from '../lib/session/keys.ts';
import { useSupport } from '../lib/support-modal.tsx';
import { paths } from '../paths.ts';
import { useLogout } from './use-logout.ts';

/** Actions and destinations, by permission and by the current page. */
export function useOwnCommands(openShortcuts: () => void): CommandGroup[] {
  const user = useSession().data?.user;
  const offered = usePageCommands();
  const actions = useActions(user, openShortcuts);
  return [
    {
      title: texts.onThisPage,
      commands: [...offered].map(([id, { label, keys, run }]) => ({
        ...command(label, Zap, run, { keys }),
        id: `page-${id}`,
      })),
    },
    { title: texts.goTo, commands: [...everywhere, ...(user ? forPeople : []), ...help] },
    { title: texts.administration, commands: user?.role === 'admin' ? administration : [] },
    { title: texts.actions, commands: actions },
  ];
}

function useActions(user: User | null | undefined, openShortcuts: () => void): Command[] {
  const [theme, setTheme] = useColorTheme();
  const openSignIn = useSignIn();
  const support = useSupport();
  const manage = useManagement();
  const logout = useLogout();
  const billed = useBilledPlan(user?.id);
  const isElevated = useCurrentSubscription(user?.id)?.isAdmin;
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    command(
      other === 'light' ? texts.switchToLight : texts.switchToDark,
      other === 'light' ? Sun : Moon,
      () => setTheme(other),
      {
        keys: 't',
        words: texts.darkLightModeColoursAppearance,
      },
    ),
    command(texts.contactSupport, LifeBuoy, support.open, { words: texts.helpQuestionBug }),
    ...(billed && !isElevated
      ? [
          command(texts.manageSubscription, CreditCard, () => manage(), {
            words: texts.planBillingCancelUpgrade,
          }),
        ]
      : []),
    ...(mayHaveKeyboard()
      ? [
          command(texts.keyboardShortcutsCommand, Keyboard, openShortcuts, {
            keys: '?',
            words: texts.keysHelp,
          }),
        ]
      : []),
    ...(user === null
      ? [command(texts.signIn, LogIn, () => openSignIn(), { words: texts.logInAccount })]
      : []),
    ...(user ? [command(texts.logout, LogOut, logout, { words: texts.signOutLogOutLeave })] : []),
  ];
}

type Extra = Pick<Command, 'keys' | 'words'>;

function command(label: string, Icon: LucideIcon, action: Command['action'], extra: Extra = {}): Command {
  return { id: label, label, icon: <Icon size={16} strokeWidth={1.75} />, action, ...extra };
}

const everywhere = [
  command(texts.home, House, paths.home(), { keys: 'g h', words: texts.galleryPublicApplicationsGames }),
];

const forPeople = [
  command(texts.upload, CloudUpload, paths.upload(), { keys: 'n', words: texts.newApplicationBuildPublish }),
  command(texts.myApplications, LayoutGrid, paths.myApps(), { keys: 'g m', words: texts.gamesOwn }),
  command(texts.organizations, Building2, paths.organizations(), {
    keys: 'g o',
    words: texts.teamsMembersInvite,
  }),
  command(texts.profile, CircleUserRound, paths.profile(), {
    keys: 'g p',
    words: texts.accountSettingsNameSessions,
  }),
];

const help = [
  command(texts.subscriptions, Sparkles, paths.subscriptions(), { keys: 'g b', words: texts.plansBilling }),
  command(texts.pricing, BadgeDollarSign, paths.pricing(), { words: texts.plansCost }),
  command(texts.faq, CircleHelp, paths.faq(), { keys: 'g f', words: texts.helpQuestionsAnswers }),
  command(texts.api, Braces, paths.api(), { words: texts.developersDocumentation }),
  command(texts.eula, BookOpen, paths.eula(), { words: texts.licenseAgreementLegal }),
  command(texts.terms, ScrollText, paths.terms(), { words: texts.serviceLegal }),
];

const administration = [
  command(texts.adminDashboard, Shield, paths.admin(), {
    keys: 'g a',
    words: texts.usersOrganizationsApplications,
  }),
  command(texts.allUsers, Users, paths.admin(), { words: texts.peopleAccountsMembersRoles }),
  command(texts.allOrganizations, Building2, paths.adminTab('organizations'), {
    words: texts.teamsMembersInvite,
  }),
  command(texts.allApplications, LayoutGrid, paths.adminTab('applications'), { words: texts.gamesTakedown }),
  command(texts.firebaseUsage, ChartNoAxesColumn, paths.adminTab('usage'), {
    words: texts.statisticsStorageFigures,
  }),
  command(texts.storageConfiguration, Database, paths.storage(), {
    keys: 'g s',
    words: texts.providersBuckets,
  }),
  command(texts.reports, Flag, paths.adminReports(), { words: texts.abuseModeration }),
  command(texts.supportRequests, LifeBuoy, paths.adminSupport(), { words: texts.questionsInbox }),
  command(texts.auditLog, ScrollText, paths.adminAuditLog(), { words: texts.historyChanges }),
  command(texts.emails, Mail, paths.adminMails(), { words: texts.outboxMail }),
];
