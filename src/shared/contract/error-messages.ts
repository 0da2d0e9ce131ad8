/** Apart from the catalogue, so that a page's first script holds no more of its sentences than it says itself. */
export const internalMessage = 'Something went wrong on our side. Please try again.';
export const unavailableMessage = 'Flux is not ready yet. Please try again in a moment.';
