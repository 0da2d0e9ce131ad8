import type { Theme } from '#shared/apps/themes.ts';
import type { SceneName } from '../pictures/scenes.ts';
import type { PersonName } from './people.ts';

/** A seeded application. */
export interface SeededApp {
  name: string;
  description: string;
  by: PersonName;
  scene: SceneName;
  hue: number;
  organization?: string;
  theme?: Theme;
  isPublic?: boolean;
  /** Changelogs of the versions after the first. */
  changes?: readonly string[];
  /** Has no thumbnail. */
  bare?: boolean;
  daysAgo: number;
}

export const organizations = [
  {
    name: 'Moonworks',
    owner: 'mara',
    isPublic: true,
    description: 'Five friends who make small games about large places.',
  },
  {
    name: 'Harbour Lane Museum',
    owner: 'mara',
    isPublic: true,
    requireApproval: true,
    description: 'Exhibits one can walk through, for classes and for people who cannot come.',
  },
  { name: 'Théo at home', owner: 'theo', isPublic: false, description: '' },
  { name: 'Tanaka Prototypes', owner: 'yuki', isPublic: false, description: 'One idea a week.' },
  {
    name: 'Haddad & Daughters',
    owner: 'noor',
    isPublic: true,
    description: 'Board games that fit on a phone.',
  },
  { name: 'Brandt Interactive', owner: 'otto', isPublic: true, description: 'Simulations for schools.' },
  {
    name: 'The Extraordinarily Long-Named Cooperative for Experimental Interactive Entertainment of the Northern Provinces',
    owner: 'long',
    isPublic: true,
    description: 'A name as long as names may be, in an organization that has little else.',
  },
  { name: 'استوديو الهلال', owner: 'layla', isPublic: true, description: 'ألعاب صغيرة للعائلة.' },
] as const satisfies readonly {
  name: string;
  owner: PersonName;
  isPublic: boolean;
  requireApproval?: boolean;
  description: string;
}[];

const defined = <const Apps extends Record<string, SeededApp>>(apps: Apps): Apps => apps;

export const apps = defined({
  orbit: {
    name: 'Orbit Courier',
    description:
      'Deliver parcels between moons on very little fuel. Arrow keys turn, space burns, and gravity does the rest.\n\nForty routes, a ghost of your best run, and a daily delivery that is the same for everybody.',
    by: 'mara',
    scene: 'space',
    hue: 255,
    organization: 'Moonworks',
    theme: 'modern',
    isPublic: true,
    changes: ['Ghosts of your best run, a daily delivery, and a map that can be zoomed.'],
    daysAgo: 2,
  },
  lantern: {
    name: 'Lantern Keep',
    description: 'A dungeon that is only as large as your light. Find oil, find keys, find the stairs.',
    by: 'mara',
    scene: 'dungeon',
    hue: 40,
    organization: 'Moonworks',
    theme: 'dark',
    isPublic: true,
    changes: ['Twelve new rooms.'],
    daysAgo: 5,
  },
  dune: {
    name: 'Dune Rally ’86',
    description: 'Four stages, one car, no brakes worth mentioning.',
    by: 'mara',
    scene: 'road',
    hue: 20,
    organization: 'Moonworks',
    theme: 'gaming',
    isPublic: true,
    daysAgo: 9,
  },
  reef: {
    name: 'Reef Walk',
    description:
      'An exhibit about what lives in two metres of water. For classes from the fourth year on; a headset is nice to have and not needed.',
    by: 'mara',
    scene: 'sea',
    hue: 195,
    organization: 'Harbour Lane Museum',
    theme: 'corporate',
    isPublic: true,
    changes: ['Labels in larger type.'],
    daysAgo: 12,
  },
  harbour: {
    name: 'Harbour Lane, 1911',
    description: 'The harbour as it was, from seventeen photographs and one very detailed insurance map.',
    by: 'mara',
    scene: 'city',
    hue: 30,
    organization: 'Harbour Lane Museum',
    isPublic: true,
    daysAgo: 20,
  },
  pine: {
    name: 'Pine & Ember',
    description: 'Keep the fire alive until the snow stops.',
    by: 'mara',
    scene: 'forest',
    hue: 150,
    organization: 'Moonworks',
    theme: 'minimal',
    isPublic: true,
    daysAgo: 31,
  },
  prototype: {
    name: 'Untitled climbing thing',
    description: 'Not for anybody yet. The rope is wrong.',
    by: 'mara',
    scene: 'peaks',
    hue: 220,
    organization: 'Moonworks',
    isPublic: false,
    daysAgo: 1,
  },
  bare: {
    name: 'Tideclock',
    description: '',
    by: 'mara',
    scene: 'sea',
    hue: 210,
    organization: 'Moonworks',
    isPublic: true,
    bare: true,
    daysAgo: 33,
  },
  blocks: {
    name: 'Blockfall Sonata',
    description: 'A falling-block puzzle that plays the piano. Wear headphones.',
    by: 'theo',
    scene: 'blocks',
    hue: 320,
    organization: 'Théo at home',
    theme: 'modern',
    isPublic: true,
    changes: ['Four-hands mode.', 'The left hand is not late any more.'],
    daysAgo: 3,
  },
  kite: {
    name: 'Kite Over Kyoto',
    description: 'Fly above the roofs, and do not drop the letter.',
    by: 'yuki',
    scene: 'city',
    hue: 340,
    organization: 'Tanaka Prototypes',
    isPublic: true,
    daysAgo: 4,
  },
  hop: {
    name: 'Hop, Little Robot',
    description: 'Twenty-four levels of jumping, by one person and a patient sister.',
    by: 'yuki',
    scene: 'platforms',
    hue: 170,
    organization: 'Tanaka Prototypes',
    theme: 'gaming',
    isPublic: true,
    changes: ['Coyote time: you may jump a little late.'],
    daysAgo: 14,
  },
  drift: {
    name: 'Neon Drift',
    description: 'Endless road, endless sunset.',
    by: 'yuki',
    scene: 'road',
    hue: 300,
    isPublic: true,
    organization: 'Tanaka Prototypes',
    daysAgo: 26,
  },
  mancala: {
    name: 'Mancala for Two',
    description: 'The oldest game on this site, for one phone between two people.',
    by: 'noor',
    scene: 'blocks',
    hue: 45,
    organization: 'Haddad & Daughters',
    isPublic: true,
    daysAgo: 40,
  },
  islands: {
    name: 'Nine Small Islands',
    description: 'A board game about boats.',
    by: 'noor',
    scene: 'platforms',
    hue: 100,
    organization: 'Haddad & Daughters',
    isPublic: true,
    daysAgo: 45,
  },
  turbine: {
    name: 'Turbine Lab',
    description: 'Take a wind turbine apart and put it back together.',
    by: 'otto',
    scene: 'peaks',
    hue: 200,
    organization: 'Brandt Interactive',
    isPublic: true,
    daysAgo: 90,
  },
  crystal: {
    name: 'Crystal Growth Simulator',
    description: 'For chemistry, tenth year.',
    by: 'otto',
    scene: 'dungeon',
    hue: 280,
    organization: 'Brandt Interactive',
    isPublic: true,
    daysAgo: 120,
  },
  longNamed: {
    name: 'The Incredible and Entirely True Adventures of Captain Bartholomew Featherstonehaugh on the Seven and a Half Seas',
    description: `${'A description as long as anybody could wish for, and then some more of it. '.repeat(9)}\n\nSupercalifragilisticexpialidociousSupercalifragilisticexpialidociousSupercalifragilistic`,
    by: 'long',
    scene: 'sea',
    hue: 230,
    organization:
      'The Extraordinarily Long-Named Cooperative for Experimental Interactive Entertainment of the Northern Provinces',
    theme: 'minimal',
    isPublic: true,
    daysAgo: 6,
  },
  crescent: {
    name: 'قافلة الصحراء',
    description: 'قد القافلة عبر الصحراء قبل غروب الشمس.',
    by: 'layla',
    scene: 'road',
    hue: 35,
    organization: 'استوديو الهلال',
    isPublic: true,
    daysAgo: 7,
  },
  garden: {
    name: 'حديقة الليل',
    description: 'لعبة هادئة عن زراعة الزهور في الليل.',
    by: 'layla',
    scene: 'forest',
    hue: 270,
    organization: 'استوديو الهلال',
    isPublic: true,
    daysAgo: 18,
  },
  copied: {
    name: 'Super Famous Plumber Game FREE',
    description: 'Download now free coins',
    by: 'disabled',
    scene: 'platforms',
    hue: 0,
    isPublic: true,
    daysAgo: 2,
  },
  glacier: {
    name: 'Glacier Watch',
    description: 'Seventy summers of one glacier, measured from the same rock.',
    by: 'mara',
    scene: 'peaks',
    hue: 205,
    organization: 'Harbour Lane Museum',
    isPublic: true,
    daysAgo: 52,
  },
  meteor: {
    name: 'Meteor Garden',
    description: 'Plant what falls from the sky.',
    by: 'mara',
    scene: 'space',
    hue: 310,
    organization: 'Moonworks',
    isPublic: true,
    daysAgo: 60,
  },
  cube: {
    name: 'Cubist Kitchen',
    description: 'Cook with shapes.',
    by: 'noor',
    scene: 'blocks',
    hue: 15,
    organization: 'Haddad & Daughters',
    isPublic: true,
    daysAgo: 70,
  },
  marsh: {
    name: 'Marshlight',
    description: 'Follow the lights, or do not.',
    by: 'layla',
    scene: 'forest',
    hue: 95,
    organization: 'استوديو الهلال',
    isPublic: true,
    daysAgo: 80,
  },
});

export type AppName = keyof typeof apps;
export const appNames = Object.keys(apps) as AppName[];
