"""Agents written for other frameworks, in our arena."""
