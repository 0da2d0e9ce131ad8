import type { ComponentType } from 'react';

export type PageName =
  | 'Admin'
  | 'Api'
  | 'Eula'
  | 'Faq'
  | 'Home'
  | 'NotFound'
  | 'Organizations'
  | 'Play'
  | 'Profile'
  | 'Storage'
  | 'Subscriptions'
  | 'TestBilling'
  | 'Terms'
  | 'Update'
  | 'Upload';

/** What draws each page: in the browser a script that is fetched when it is due, on the server what is there at once. */
export type Pages = Readonly<Record<PageName, ComponentType>>;
