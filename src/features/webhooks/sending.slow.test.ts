/** Also replays of very many articles, and receivers that fail for long. */
import './sending.test.ts';
