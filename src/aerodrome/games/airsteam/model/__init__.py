"""What is played with: actions, events, state. Knows the components and no rule."""
