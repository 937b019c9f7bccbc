import "../../../../console/src/styles.css";
