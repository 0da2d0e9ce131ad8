/** How an app's page looks around the Unity canvas. `vanilla` serves the creator's own page untouched. */
export const themes = ['vanilla', 'modern', 'gaming', 'corporate', 'minimal', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const defaultTheme: Theme = 'vanilla';
