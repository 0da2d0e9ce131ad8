/** Keeps the place of as many banners, each as high as its button and its border make it. */
export function BannersWaiting({ count }: { count: number }) {
  return Array.from({ length: count }, (_, banner) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the places are alike and never move
    <div key={banner} className="h-15.25 border-b border-line md:h-13.25" />
  ));
}
