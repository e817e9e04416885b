/** How much a run measures. */
export interface Scale {
  /** Articles of the three data sets. */
  small: number;
  medium: number;
  large: number;
  pairs: number;
  /** How long one side of a pair is under load. */
  seconds: number;
  /** The sides of photographs, as a share of those that the bars name. */
  pictures: number;
}
