"""What Flipbook's scripts share: each module is one part of a job."""
