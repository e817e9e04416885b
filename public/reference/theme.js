// A classic script on purpose: it runs before the first paint, so a remembered theme never flashes the other one.
{
  const STORAGE_KEY = 'masthead.reference.theme';
  const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

  const remembered = () => {
    try {
      const theme = localStorage.getItem(STORAGE_KEY);
      return theme === 'dark' || theme === 'light' ? theme : null;
    } catch {
      return null; // Storage is blocked: follow the system.
    }
  };

  const systemTheme = () => (systemDark.matches ? 'dark' : 'light');
  const currentTheme = () => document.documentElement.dataset.theme ?? systemTheme();

  /** @param {string | null} theme */
  const showTheme = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    const button = document.getElementById('page-theme-button');
    if (!button) return;
    const other = currentTheme() === 'dark' ? 'Light' : 'Dark';
    button.textContent = other;
    button.setAttribute('aria-label', `Switch to the ${other.toLowerCase()} theme`);
  };

  const toggleTheme = () => {
    const next = currentTheme() === 'dark' ? 'light' : 'dark';
    // Choosing the system's own theme means following the system again.
    const choice = next === systemTheme() ? null : next;
    try {
      if (choice) localStorage.setItem(STORAGE_KEY, choice);
      else localStorage.removeItem(STORAGE_KEY);
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
    showTheme(choice);
  };

  showTheme(remembered());
  systemDark.addEventListener('change', () => showTheme(remembered()));
  document.addEventListener('DOMContentLoaded', () => {
    showTheme(remembered());
    document.getElementById('page-theme-button')?.addEventListener('click', toggleTheme);
  });
}
