import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import '../fallback-fonts.css';
import '../styles.css';

document.documentElement.dataset.theme = 'dark';
document.documentElement.lang = 'en';
document.documentElement.dir = 'ltr';
