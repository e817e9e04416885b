/** The build extracts styles from the script. */
declare module '*.css';
