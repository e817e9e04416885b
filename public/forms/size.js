/** Takes the theme of the page that embeds this one, and tells it how high this one is. */
const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
if (window.parent !== window) {
  const tell = () =>
    window.parent.postMessage({ mastheadFormHeight: Math.ceil(document.body.getBoundingClientRect().height) }, '*');
  new ResizeObserver(tell).observe(document.body);
  tell();
}
