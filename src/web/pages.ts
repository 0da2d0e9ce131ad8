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

/** The component of each page: in the browser a lazily loaded script, on the server a direct import. */
export type Pages = Readonly<Record<PageName, ComponentType>>;
