// @ts-check
// How long a browser may keep what `npm start` serves. Another host should say the same: above all, sw.js must be asked for again at every visit.

/** @param {string} url path with an optional query */
export function cacheControl(url) {
  const { pathname } = new URL(url, 'http://localhost');
  // vite names these by their content
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** @returns {import('vite').Plugin} */
export function caching() {
  return {
    name: 'thaw:caching',
    configurePreviewServer(server) {
      server.middlewares.use((req, res, next) => {
        res.setHeader('Cache-Control', cacheControl(req.url ?? '/'));
        next();
      });
    },
  };
}
